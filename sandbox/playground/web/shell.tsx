import {
  ActionIcon,
  AppShell,
  Badge,
  Container,
  Group,
  Tabs,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useEffect, useState } from 'react';
import { useRunner } from './api.ts';
import { History } from './history.tsx';
import { Product } from './product.tsx';
import { Zaps } from './zaps.tsx';

const views = ['product', 'zaps', 'history'] as const;
type View = (typeof views)[number];

const viewInAddress = (): View => views.find((view) => `#${view}` === location.hash) ?? 'product';

export function Shell() {
  const [view, setView] = useState(viewInAddress);
  const runner = useRunner();
  useEffect(() => {
    const follow = () => setView(viewInAddress());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const on = runner?.zaps.filter((zap) => zap.isOn).length ?? 0;
  return (
    <AppShell header={{ height: 56 }} padding={{ base: 'xs', sm: 'md' }}>
      <Tabs
        value={view}
        onChange={(value) => {
          location.hash = value ?? '';
        }}
      >
        <AppShell.Header>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Text component="h1" fw={700} size="lg" visibleFrom="sm">
              {runner?.app.name ?? ''} playground
            </Text>
            <Tabs.List style={{ flexWrap: 'nowrap', '--tab-border-color': 'transparent' }}>
              <Tabs.Tab value="product">Product</Tabs.Tab>
              <Tabs.Tab value="zaps" rightSection={on > 0 && <Badge size="sm">{on} on</Badge>}>
                Zaps
              </Tabs.Tab>
              <Tabs.Tab value="history">History</Tabs.Tab>
            </Tabs.List>
            <SchemeSwitch />
          </Group>
        </AppShell.Header>
        <AppShell.Main>
          <Container size="lg" p={0}>
            <Tabs.Panel value="product">
              <Product />
            </Tabs.Panel>
            <Tabs.Panel value="zaps">{runner && <Zaps runner={runner} />}</Tabs.Panel>
            <Tabs.Panel value="history">{runner && <History runs={runner.runs} />}</Tabs.Panel>
          </Container>
        </AppShell.Main>
      </Tabs>
    </AppShell>
  );
}

function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={`Use ${other} colors`}
      onClick={() => setColorScheme(other)}
    >
      {scheme === 'dark' ? '☀' : '☾'}
    </ActionIcon>
  );
}
