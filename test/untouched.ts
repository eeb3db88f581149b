// Node's own http modules are shared by all test files of a worker. Nock and core both patch them, so this is
// loaded before either (setupFiles), and puts them back for the files that come after. Their agents keep connections
// alive, also those that nock only pretends, on which the next file's requests would meet the mocks of the last.
import http from 'node:http';
import https from 'node:https';

const untouched = [http, https].map((module) => ({ module, request: module.request, get: module.get }));

export function restoreHttp(): void {
  for (const { globalAgent } of [http, https]) globalAgent.destroy();
  for (const { module, ...functions } of untouched) {
    Object.assign(module, functions);
    Reflect.deleteProperty(module, 'patchedByZapier');
  }
}
