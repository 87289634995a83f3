// Runs the engine next to the page, so that the page never waits for it.
import { EXAMPLES } from './examples';
import { Crdls, Refusal } from './wasm';

/** First the compiled engine, or why there is none; then requests. */
export type FirstToWorker = { module: WebAssembly.Module } | { trap: string };
export type Step = { file: string; text: string } | { request: object };
export type ToWorker = { id: number; steps: readonly Step[] };
/** An answer to each step. */
export type FromWorker = { id: number } & ({ answers: unknown[] } | { refusal: string } | { trap: string });

let module: WebAssembly.Module | undefined;
let give: (engine: Crdls | Promise<never>) => void;
const engine = new Promise<Crdls>((resolve) => (give = resolve));
// The first request reports it.
engine.catch(() => {});

/** Checks an example while the page still starts: browsers compile a function when it is first called. */
function warmed(crdls: Crdls, edits = 0): Crdls {
  const { crd, resource } = EXAMPLES[0]!;
  const files = { 'crd.yaml': crd, 'resource.yaml': resource };
  const check = (): void => Object.keys(files).forEach((file) => crdls.ask({ method: 'check', file, typing: true }));
  for (const [file, text] of Object.entries(files)) crdls.setFile(file, text);
  check();
  for (; edits > 0; edits--) {
    const range = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
    crdls.ask({ method: 'edit', file: 'crd.yaml', range, newText: '#\n' });
    check();
  }
  for (const file of Object.keys(files)) crdls.ask({ method: 'remove', file });
  return crdls;
}

/** How long nothing must be asked before the engine practises, and how long it rests between, so that it answers at once. */
const [QUIET, REST] = [200, 10];

/** How often it practises: browsers compile what runs often once more, for speed. Otherwise the first edits would pay for it. */
let practices = 40;
let practice: ReturnType<typeof setTimeout> | undefined;
/** Shares its code with the engine and nothing else. */
let other: Promise<Crdls> | undefined;

function practise(module: WebAssembly.Module, after = QUIET): void {
  if (practices === 0 || !Crdls.learns) return void (other = undefined);
  clearTimeout(practice);
  practice = setTimeout(async () => {
    practices--;
    warmed(await (other ??= Crdls.of(module)), 1);
    practise(module, REST);
  }, after);
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

async function done(crdls: Crdls, step: Step): Promise<unknown> {
  if ('request' in step) {
    if ('method' in step.request && step.request.method === 'go') await giveGoTypes(crdls);
    return crdls.ask(step.request);
  }
  crdls.setFile(step.file, step.text);
  return null;
}

const post = (message: FromWorker): void => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<FirstToWorker | ToWorker>): Promise<void> => {
  if ('module' in data) {
    ({ module } = data);
    return give(warmed(await Crdls.of(module)));
  }
  if ('trap' in data) return give(Promise.reject(new Error(data.trap)));
  const { id, steps } = data;
  clearTimeout(practice);
  try {
    const crdls = await engine;
    const answers: unknown[] = [];
    for (const step of steps) answers.push(await done(crdls, step));
    post({ id, answers });
    if (module !== undefined) practise(module);
  } catch (why) {
    post(why instanceof Refusal ? { id, refusal: why.message } : { id, trap: String(why) });
  }
};
