// Runs the engine next to the page, so that the page never waits for it.
import { Crdls, Refusal } from './wasm';

export type ToWorker = { id: number } & ({ file: string; text: string } | { request: object });
export type FromWorker = { id: number } & ({ answer: unknown } | { refusal: string } | { trap: string });

const engine = Crdls.load(fetch(new URL('crdls.wasm', self.location.href)));
// The first request reports it.
engine.catch(() => {});

const post = (message: FromWorker): void => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<ToWorker>): Promise<void> => {
  const { id } = data;
  try {
    const crdls = await engine;
    if ('request' in data) post({ id, answer: crdls.ask(data.request) });
    else {
      crdls.setFile(data.file, data.text);
      post({ id, answer: null });
    }
  } catch (why) {
    post(why instanceof Refusal ? { id, refusal: why.message } : { id, trap: String(why) });
  }
};
