// Starts the engine while the rest of the page still loads.

declare global {
  /** The first worker; undefined once it is in use. */
  var bootedWorker: Worker | undefined;
}

globalThis.bootedWorker = new Worker('worker.js', { type: 'module' });

export {};
