import {
  Alert,
  Badge,
  Button,
  Checkbox,
  Code,
  CopyButton,
  Group,
  Menu,
  Modal,
  NumberInput,
  Radio,
  Select,
  Stack,
  Table,
  Tabs,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { product } from '../../../src/product.ts';
import { act, list, useProduct } from './api.ts';
import { inPlace, Json, Rows, useAction } from './common.tsx';

const tenant = '/tenants/alpenglow';

type Order = {
  order_number: string;
  type: string;
  status: string;
  total: number;
  customer: { name: string };
};
type Product = { sku: string; name: string; stock_qty: number; reserved_qty: number };
type Customer = {
  external_system: string;
  external_id: string;
  name: string;
  city: string | null;
  is_active: boolean;
};
type CheckIn = {
  customer: { name: string };
  sales_rep: { name: string };
  notes: string | null;
  completed_at: string;
};
type Key = { id: number; name: string; status: string; scopes: string[]; last_used_at: string | null };
type Subscription = { id: number; event: string; target_url: string; is_active: boolean };
type Delivery = {
  id: number;
  event: string;
  state: string;
  target_url: string;
  attempts: { at: string; status: number | null; error: string | null }[];
  record: unknown;
};

const next: Record<string, string[]> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['processing', 'delivered', 'cancelled'],
  processing: ['delivered', 'cancelled'],
};

/** Field Sales, as the people see it who sell with it. */
export function Product() {
  return (
    <Tabs defaultValue="orders" mt="md" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="orders">Orders</Tabs.Tab>
        <Tabs.Tab value="products">Products</Tabs.Tab>
        <Tabs.Tab value="customers">Customers</Tabs.Tab>
        <Tabs.Tab value="check-ins">Check-ins</Tabs.Tab>
        <Tabs.Tab value="keys">API keys</Tabs.Tab>
        <Tabs.Tab value="hooks">Hooks</Tabs.Tab>
        <Tabs.Tab value="trouble">Trouble</Tabs.Tab>
      </Tabs.List>
      {Object.entries({
        orders: <Orders />,
        products: <Products />,
        customers: <Customers />,
        'check-ins': <CheckIns />,
        keys: <Keys />,
        hooks: <Hooks />,
        trouble: <Trouble />,
      }).map(([value, panel]) => (
        <Tabs.Panel key={value} value={value} pt="md">
          <Stack align="stretch">{panel}</Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** A button that opens a form; `send` gets what it holds, and an error leaves it open. */
function FormButton({
  label,
  done,
  send,
  children,
}: {
  label: string;
  done: string;
  send: (values: FormData) => Promise<unknown>;
  children: ReactNode;
}) {
  const [opened, { open, close }] = useDisclosure();
  const [busy, run] = useAction();
  return (
    <>
      <Group>
        <Button onClick={open}>{label}</Button>
      </Group>
      <Modal opened={opened} onClose={close} title={label} closeButtonProps={{ 'aria-label': 'Close' }}>
        <form
          onSubmit={async (event) => {
            event.preventDefault();
            const values = new FormData(event.currentTarget);
            if (await run(() => send(values), done)) close();
          }}
        >
          <Stack>
            {children}
            <Button type="submit" loading={busy}>
              {label}
            </Button>
          </Stack>
        </form>
      </Modal>
    </>
  );
}

const identity = (value: FormDataEntryValue | null) => {
  const [external_system, external_id] = JSON.parse(String(value));
  return { external_system, external_id };
};

const text = (values: FormData, name: string) => String(values.get(name) ?? '').trim() || null;

function CustomerSelect({ customers }: { customers: Customer[] }) {
  return (
    <Select
      name="customer"
      label="Customer"
      required
      searchable
      data={customers
        .filter((each) => each.is_active)
        .map((each) => ({
          value: JSON.stringify([each.external_system, each.external_id]),
          label: each.name,
        }))}
    />
  );
}

function Orders() {
  const orders = useProduct<Order>(`${tenant}/orders`);
  const products = useProduct<Product>(`${tenant}/products`);
  const customers = useProduct<Customer>(`${tenant}/customers`);
  const [lines, setLines] = useState([0]);
  const [busy, run] = useAction();
  const submit = (values: FormData) =>
    act('POST', `${tenant}/orders`, {
      type: values.get('type'),
      customer: identity(values.get('customer')),
      items: lines.map((line) => ({
        sku: values.get(`sku ${line}`),
        quantity: Number(values.get(`quantity ${line}`)),
      })),
      notes: text(values, 'notes'),
    });
  return (
    <>
      <FormButton label="Submit an order" done="The order is submitted." send={submit}>
        <Radio.Group name="type" label="Type" defaultValue="order">
          <Group mt={4}>
            <Radio value="order" label="Order" />
            <Radio value="quote" label="Quote" />
          </Group>
        </Radio.Group>
        <CustomerSelect customers={customers} />
        {lines.map((line, index) => (
          <Group key={line} wrap="nowrap" align="flex-end">
            <Select
              name={`sku ${line}`}
              label={`Product ${index + 1}`}
              required
              searchable
              data={products.map(({ sku, name }) => ({ value: sku, label: `${sku}, ${name}` }))}
              style={{ flex: 1 }}
            />
            <NumberInput
              name={`quantity ${line}`}
              label={`Quantity ${index + 1}`}
              min={1}
              defaultValue={1}
              required
              w={96}
            />
          </Group>
        ))}
        <Group>
          <Button variant="default" size="xs" onClick={() => setLines([...lines, Math.max(...lines) + 1])}>
            Add a line
          </Button>
          {lines.length > 1 && (
            <Button variant="default" size="xs" onClick={() => setLines(lines.slice(0, -1))}>
              Remove the last line
            </Button>
          )}
        </Group>
        <TextInput name="notes" label="Notes" />
      </FormButton>
      <Rows head={['Number', 'Customer', 'Type', 'Total', 'Status', '']} empty="No order yet.">
        {orders.map((order) => (
          <Table.Tr key={order.order_number}>
            <Table.Td>{order.order_number}</Table.Td>
            <Table.Td>{order.customer.name}</Table.Td>
            <Table.Td>{order.type}</Table.Td>
            <Table.Td>{order.total.toFixed(2)} €</Table.Td>
            <Table.Td>
              <Badge variant="default">{order.status}</Badge>
            </Table.Td>
            <Table.Td>
              {next[order.status] && (
                <Menu>
                  <Menu.Target>
                    <Button
                      size="xs"
                      variant="default"
                      disabled={busy}
                      aria-label={`Move ${order.order_number}`}
                    >
                      Move …
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    {next[order.status]?.map((status) => (
                      <Menu.Item
                        key={status}
                        onClick={() =>
                          run(
                            () =>
                              act('POST', `${tenant}/orders/move`, {
                                order_number: order.order_number,
                                status,
                              }),
                            `${order.order_number} is ${status}.`,
                          )
                        }
                      >
                        {status === 'cancelled' ? 'Cancel' : `To ${status}`}
                      </Menu.Item>
                    ))}
                  </Menu.Dropdown>
                </Menu>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Rows>
    </>
  );
}

function Products() {
  const products = useProduct<Product>(`${tenant}/products`);
  const adjust = (values: FormData) =>
    act('POST', `${tenant}/products/adjust`, {
      sku: values.get('sku'),
      stock_qty: Number(values.get('stock_qty')),
    });
  return (
    <>
      <FormButton label="Adjust stock" done="The stock is adjusted." send={adjust}>
        <Select
          name="sku"
          label="Product"
          required
          searchable
          data={products.map(({ sku, name }) => ({ value: sku, label: `${sku}, ${name}` }))}
        />
        <NumberInput name="stock_qty" label="New quantity on hand" min={0} required />
      </FormButton>
      <Rows head={['SKU', 'Name', 'On hand', 'Reserved', 'Available']} empty="No product yet.">
        {products.map((product) => (
          <Table.Tr key={product.sku}>
            <Table.Td>{product.sku}</Table.Td>
            <Table.Td>{product.name}</Table.Td>
            <Table.Td>{product.stock_qty}</Table.Td>
            <Table.Td>{product.reserved_qty}</Table.Td>
            <Table.Td>{product.stock_qty - product.reserved_qty}</Table.Td>
          </Table.Tr>
        ))}
      </Rows>
    </>
  );
}

function Customers() {
  const customers = useProduct<Customer>(`${tenant}/customers`);
  const create = (values: FormData) =>
    act('POST', `${tenant}/customers`, {
      external_system: text(values, 'external_system'),
      external_id: text(values, 'external_id'),
      name: text(values, 'name'),
      email: text(values, 'email'),
      city: text(values, 'city'),
    });
  return (
    <>
      <FormButton label="Create a customer" done="The customer is created." send={create}>
        <TextInput name="name" label="Name" required />
        <TextInput name="external_system" label="External system" required defaultValue="crm" />
        <TextInput name="external_id" label="External ID" required />
        <TextInput name="email" label="Email" type="email" />
        <TextInput name="city" label="City" />
      </FormButton>
      <Rows head={['Name', 'External ID', 'City', 'State']} empty="No customer yet.">
        {customers.map((customer) => (
          <Table.Tr key={`${customer.external_system} ${customer.external_id}`}>
            <Table.Td>{customer.name}</Table.Td>
            <Table.Td>
              {customer.external_system} {customer.external_id}
            </Table.Td>
            <Table.Td>{customer.city}</Table.Td>
            <Table.Td>{customer.is_active ? 'active' : 'deactivated'}</Table.Td>
          </Table.Tr>
        ))}
      </Rows>
    </>
  );
}

function CheckIns() {
  const checkIns = useProduct<CheckIn>(`${tenant}/check-ins`);
  const customers = useProduct<Customer>(`${tenant}/customers`);
  const complete = (values: FormData) =>
    act('POST', `${tenant}/check-ins`, {
      customer: identity(values.get('customer')),
      notes: text(values, 'notes'),
    });
  return (
    <>
      <FormButton label="Complete a check-in" done="The check-in is completed." send={complete}>
        <CustomerSelect customers={customers} />
        <TextInput name="notes" label="Notes" />
      </FormButton>
      <Rows head={['At', 'Customer', 'Sales rep', 'Notes']} empty="No check-in yet.">
        {checkIns.map((checkIn, index) => (
          <Table.Tr key={inPlace(index)}>
            <Table.Td>{new Date(checkIn.completed_at).toLocaleString()}</Table.Td>
            <Table.Td>{checkIn.customer.name}</Table.Td>
            <Table.Td>{checkIn.sales_rep.name}</Table.Td>
            <Table.Td>{checkIn.notes}</Table.Td>
          </Table.Tr>
        ))}
      </Rows>
    </>
  );
}

const scopes = ['orders', 'inventory', 'customers', product.automation].flatMap((area) => [
  `${area}:read`,
  `${area}:write`,
]);

function Keys() {
  const keys = useProduct<Key>(`${tenant}/keys`);
  const [shown, setShown] = useState<string>();
  const [busy, run] = useAction();
  const make = async (values: FormData) => {
    const made = await act<{ value: string }>('POST', `${tenant}/keys`, {
      name: text(values, 'name'),
      scopes: values.getAll('scopes'),
    });
    setShown(made.value);
  };
  return (
    <>
      <FormButton label="Make a key" done="The key is made." send={make}>
        <TextInput name="name" label="Name" required />
        <Stack gap={6} role="group" aria-label="Permissions">
          {scopes.map((scope) => (
            <Checkbox key={scope} name="scopes" value={scope} label={scope} defaultChecked />
          ))}
        </Stack>
      </FormButton>
      {shown && (
        <Alert
          color="teal"
          variant="light"
          title="Copy the key now; it is not shown again"
          withCloseButton
          closeButtonLabel="Hide the key"
          onClose={() => setShown(undefined)}
        >
          <Group gap="xs">
            <Code>{shown}</Code>
            <CopyButton value={shown}>
              {({ copied, copy }) => (
                <Button size="xs" variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Alert>
      )}
      <Rows head={['Name', 'Status', 'Permissions', 'Last used', '']} empty="No key yet.">
        {keys.map((key) => (
          <Table.Tr key={key.id}>
            <Table.Td>{key.name}</Table.Td>
            <Table.Td>{key.status}</Table.Td>
            <Table.Td>{key.scopes.length === scopes.length ? 'all' : key.scopes.join(', ')}</Table.Td>
            <Table.Td>{key.last_used_at ? new Date(key.last_used_at).toLocaleString() : 'never'}</Table.Td>
            <Table.Td>
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="xs"
                  variant="default"
                  disabled={busy || key.status === 'Expired'}
                  onClick={() =>
                    run(() => act('PATCH', `${tenant}/keys/${key.id}`, { enabled: key.status !== 'Active' }))
                  }
                >
                  {key.status === 'Active' ? 'Disable' : 'Enable'}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  disabled={busy}
                  onClick={() => run(() => act('DELETE', `${tenant}/keys/${key.id}`), 'The key is deleted.')}
                >
                  Delete
                </Button>
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Rows>
    </>
  );
}

function Hooks() {
  const subscriptions = useProduct<Subscription>(`${tenant}/subscriptions`);
  const deliveries = useProduct<Delivery>(`${tenant}/deliveries`);
  const [shown, setShown] = useState<Delivery>();
  return (
    <>
      <Text fw={600}>Subscriptions</Text>
      <Rows
        head={['Event', 'Address', 'State']}
        empty="Nobody is subscribed. Turn a Zap with an instant trigger on."
      >
        {subscriptions.map((subscription) => (
          <Table.Tr key={subscription.id}>
            <Table.Td>{subscription.event}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{subscription.target_url}</Table.Td>
            <Table.Td>{subscription.is_active ? 'active' : 'inactive'}</Table.Td>
          </Table.Tr>
        ))}
      </Rows>
      <Text fw={600}>Deliveries</Text>
      <Rows head={['Event', 'State', 'Attempts', '']} empty="Nothing was delivered yet.">
        {deliveries.map((delivery) => (
          <Table.Tr key={delivery.id}>
            <Table.Td>{delivery.event}</Table.Td>
            <Table.Td>{delivery.state}</Table.Td>
            <Table.Td>{delivery.attempts.map(({ status, error }) => status ?? error).join(', ')}</Table.Td>
            <Table.Td>
              <Button size="xs" variant="default" onClick={() => setShown(delivery)}>
                Show
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Rows>
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown?.event}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Json label="What was delivered" value={shown?.record} />
        <Json label="Attempts" value={shown?.attempts} />
      </Modal>
    </>
  );
}

const refusal = (status: number, error: string) => ({
  status,
  body: JSON.stringify({ success: false, error }),
});

/** Enough for as long as anybody tries it. */
const always = 1_000_000;

type Fault = { status?: number; reset?: boolean; body?: string; headers?: Record<string, string> };

const troubles: { title: string; text: string; fault: Fault }[] = [
  {
    title: 'Too many requests',
    text: 'The API answers that the limit of a minute is reached. Runs wait and are tried again.',
    fault: { ...refusal(429, 'Too many requests'), headers: { 'retry-after': '5' } },
  },
  {
    title: 'Outage',
    text: 'The API cannot be reached. Runs wait and are tried again.',
    fault: { reset: true },
  },
  {
    title: 'Internal error',
    text: 'The API answers with an error of its own. Runs stop.',
    fault: refusal(500, 'Server error'),
  },
  {
    title: 'Expired key',
    text: 'The API no longer accepts the key. Runs are held until the account is connected again.',
    fault: refusal(401, 'Invalid or expired API key'),
  },
];

function Trouble() {
  const [on, setOn] = useState<string>();
  const [busy, run] = useAction();
  useEffect(() => {
    list<Fault>('/faults').then(([now]) => {
      const same = ({ fault }: { fault: Fault }) =>
        fault.status === now?.status && fault.reset === now?.reset;
      setOn(now && troubles.find(same)?.title);
    });
  }, []);
  const choose = (title: string | undefined) =>
    run(async () => {
      await act('DELETE', '/faults');
      const trouble = troubles.find((each) => each.title === title);
      if (trouble) await act('POST', '/faults', { ...trouble.fault, times: always });
      setOn(trouble?.title);
    });
  return (
    <Stack>
      <Text>See what a Zap does when the API misbehaves. It lasts until it is switched off.</Text>
      {troubles.map(({ title, text: about }) => (
        <Group key={title} justify="space-between" wrap="nowrap">
          <div>
            <Text fw={600}>{title}</Text>
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          </div>
          <Button
            disabled={busy}
            variant={on === title ? 'filled' : 'default'}
            aria-label={`${title}: ${on === title ? 'switch off' : 'switch on'}`}
            onClick={() => choose(on === title ? undefined : title)}
          >
            {on === title ? 'Switch off' : 'Switch on'}
          </Button>
        </Group>
      ))}
    </Stack>
  );
}
