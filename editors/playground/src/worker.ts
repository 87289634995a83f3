// Runs the engine next to the page, so that the page never waits for it.
import { EXAMPLES } from './examples';
import { Crdls, Refusal } from './wasm';

/** First the compiled engine, or why there is none; then requests. */
export type FirstToWorker = { module: WebAssembly.Module } | { trap: string };
export type ToWorker = { id: number } & ({ file: string; text: string } | { request: object });
export type FromWorker = { id: number } & ({ answer: unknown } | { refusal: string } | { trap: string });

let give: (engine: Crdls | Promise<never>) => void;
const engine = new Promise<Crdls>((resolve) => (give = resolve));
// The first request reports it.
engine.catch(() => {});

/** Checks an example while the page still starts: browsers compile a function when it is first called. */
function warmed(crdls: Crdls): Crdls {
  const { crd, resource } = EXAMPLES[0]!;
  const files = { 'crd.yaml': crd, 'resource.yaml': resource };
  for (const [file, text] of Object.entries(files)) crdls.setFile(file, text);
  for (const file of Object.keys(files)) crdls.ask({ method: 'check', file, typing: true });
  for (const file of Object.keys(files)) crdls.ask({ method: 'remove', file });
  return crdls;
}

let goTypes: Promise<void> | undefined;

/** The types of Kubernetes' Go modules are a file of their own, which only those who write Go need. */
async function giveGoTypes(crdls: Crdls): Promise<void> {
  goTypes ??= fetch(new URL('go-types.txt', self.location.href)).then(async (response) => {
    if (!response.ok) throw new Error(response.statusText);
    crdls.setGoTypes(new Uint8Array(await response.arrayBuffer()));
  });
  try {
    await goTypes;
  } catch {
    goTypes = undefined;
    throw new Refusal('The Go types of Kubernetes cannot be loaded. Edit the Go file again when there is a network.');
  }
}

const post = (message: FromWorker): void => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<FirstToWorker | ToWorker>): Promise<void> => {
  if ('module' in data) return give(warmed(await Crdls.of(data.module)));
  if ('trap' in data) return give(Promise.reject(new Error(data.trap)));
  const { id } = data;
  try {
    const crdls = await engine;
    if ('request' in data) {
      if ('method' in data.request && data.request.method === 'go') await giveGoTypes(crdls);
      post({ id, answer: crdls.ask(data.request) });
    } else {
      crdls.setFile(data.file, data.text);
      post({ id, answer: null });
    }
  } catch (why) {
    post(why instanceof Refusal ? { id, refusal: why.message } : { id, trap: String(why) });
  }
};
