import { Route, Switch } from 'wouter';
import { partOf } from '../model/routes.ts';
import { ProductPage } from '../product/product-page.tsx';
import { RunPage } from '../runs/run-page.tsx';
import { RunsPage } from '../runs/runs-page.tsx';
import { WatchPage } from '../runs/watch-page.tsx';
import { TroublePage } from '../trouble/trouble-page.tsx';
import { ZapPage } from '../zaps/zap-page.tsx';
import { ZapsPage } from '../zaps/zaps-page.tsx';
import { NotFound } from './not-found.tsx';

type Opened = { id: string; place?: string; tab?: string };

/** What the address leads to. */
export function Page() {
  return (
    <Switch>
      <Route path="/">
        <ZapsPage />
      </Route>
      <Route<Opened> path="/zaps/:id/:place?/:tab?">
        {({ id, place, tab }) => <ZapPage key={id} id={id} place={place} tab={tab} />}
      </Route>
      <Route path="/watch/:id">{({ id }) => <WatchPage key={id} id={id} />}</Route>
      <Route<{ zap?: string }> path={/^\/runs(?:\/of\/(?<zap>[^/]+))?$/}>
        {({ zap }) => <RunsPage zap={zap} />}
      </Route>
      <Route<Opened> path="/runs/:id/:place?/:tab?">
        {({ id, place, tab }) => <RunPage id={id} place={place} tab={tab} />}
      </Route>
      <Route<{ list: string; id?: string }> path="/product/:list/:id?">
        {({ list, id }) => <ProductPage list={list} id={id && partOf(id)} />}
      </Route>
      <Route path="/trouble">
        <TroublePage />
      </Route>
      <Route>
        <NotFound what="This page" says="The address leads nowhere." />
      </Route>
    </Switch>
  );
}
