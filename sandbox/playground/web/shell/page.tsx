import { Route, Switch } from 'wouter';
import { ProductPage } from '../product/product-page.tsx';
import { RunPage } from '../runs/run-page.tsx';
import { RunsPage } from '../runs/runs-page.tsx';
import { WatchPage } from '../runs/watch-page.tsx';
import { TroublePage } from '../trouble/trouble-page.tsx';
import { ZapPage } from '../zaps/zap-page.tsx';
import { ZapsPage } from '../zaps/zaps-page.tsx';
import { NotFound } from './not-found.tsx';

/** What the address leads to. */
export function Page() {
  return (
    <Switch>
      <Route path="/">
        <ZapsPage />
      </Route>
      <Route<{ id: string; place?: string; tab?: string }> path="/zaps/:id/:place?/:tab?">
        {({ id, place, tab }) => <ZapPage key={id} id={id} place={place} tab={tab} />}
      </Route>
      <Route path="/watch/:id">{({ id }) => <WatchPage key={id} id={id} />}</Route>
      <Route path="/runs">
        <RunsPage />
      </Route>
      <Route path="/runs/of/:zap">{({ zap }) => <RunsPage key={zap} zap={zap} />}</Route>
      <Route<{ id: string; place?: string; tab?: string }> path="/runs/:id/:place?/:tab?">
        {({ id, place, tab }) => <RunPage id={id} place={place} tab={tab} />}
      </Route>
      <Route path="/product/:list/:id?">{({ list, id }) => <ProductPage list={list} id={id} />}</Route>
      <Route path="/trouble">
        <TroublePage />
      </Route>
      <Route>
        <NotFound what="This page" says="The address leads nowhere." />
      </Route>
    </Switch>
  );
}
