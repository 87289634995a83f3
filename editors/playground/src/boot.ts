// Starts the engine while the rest of the page still loads. Each worker gets the module that is compiled here once.

declare global {
  var startWorker: () => Worker;
}

const compiled = (async () => await WebAssembly.compileStreaming(fetch('crdls.wasm')))();
// The first request reports it.
compiled.catch(() => {});

function begun(): Worker {
  const worker = new Worker('worker.js', { type: 'module' });
  compiled.then(
    (module) => worker.postMessage({ module }),
    (why: unknown) => worker.postMessage({ trap: String(why) }),
  );
  return worker;
}

let first: Worker | undefined = begun();
globalThis.startWorker = () => {
  const worker = first ?? begun();
  first = undefined;
  return worker;
};

export {};
