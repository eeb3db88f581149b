// Node's own modules are shared by all test files of a worker, so what a file leaves behind in them is taken away
// again. This is loaded before all else (setupFiles).
import asyncHooks from 'node:async_hooks';
import http from 'node:http';
import https from 'node:https';

const untouched = [http, https].map((module) => ({ module, request: module.request, get: module.get }));

type Hook = { disable(): unknown };

// Kept at the module itself, since each file loads this anew.
const worker: typeof asyncHooks & { hooks?: Set<Hook> } = asyncHooks;
worker.hooks ??= collectHooks();
const { hooks } = worker;

/** @returns a set to which every async hook and storage of this worker is added as it is made. */
function collectHooks(): Set<Hook> {
  const hooks = new Set<Hook>();
  const { createHook, AsyncLocalStorage } = asyncHooks;
  asyncHooks.createHook = (callbacks) => {
    const hook = createHook(callbacks);
    hooks.add(hook);
    return hook;
  };
  const value = new Proxy(AsyncLocalStorage, {
    construct: (...construction) => {
      const storage: Hook = Reflect.construct(...construction);
      hooks.add(storage);
      return storage;
    },
  });
  Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value, enumerable: true });
  return hooks;
}

/**
 * Nock and core both patch the http modules. Their agents keep connections alive, also those that nock only pretends,
 * on which the next file's requests would meet the mocks of the last.
 */
function restoreHttp(): void {
  for (const { globalAgent } of [http, https]) globalAgent.destroy();
  for (const { module, ...functions } of untouched) {
    Object.assign(module, functions);
    Reflect.deleteProperty(module, 'patchedByZapier');
  }
}

/** Leaves Node's modules to the next file as this one found them. */
export function restoreNode(): void {
  restoreHttp();
  // Core's domains and the app's storages slow down each promise of the worker for as long as they are switched on.
  for (const hook of hooks) hook.disable();
}
