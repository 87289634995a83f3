// The page's side of the worker: requests and their answers.
import type { FromWorker, Step, ToWorker } from './worker';
import { Refusal } from './wasm';

/** The engine is gone: it was stopped, or failed. It starts again with the next request. */
export class Stopped extends Error {}

interface Waiting {
  resolve(answers: unknown[]): void;
  reject(why: Error): void;
}

export class Engine {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  /** `onStart`: called when a new worker begins, which knows no file. */
  constructor(
    private readonly start: () => Worker,
    private readonly onStart: () => void,
  ) {}

  /** Does one step after the other, as one message: messages wait while the page is drawn. */
  all(steps: readonly Step[]): Promise<unknown[]> {
    const worker = this.begin();
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, steps } satisfies ToWorker);
    });
  }

  /** Ends what is being done. */
  stop(why = 'stopped'): void {
    this.worker?.terminate();
    this.worker = undefined;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    waiting.forEach(({ reject }) => reject(new Stopped(why)));
  }

  /** The worker, a new one if there is none. */
  begin(): Worker {
    if (this.worker !== undefined) return this.worker;
    const worker = (this.worker = this.start());
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
    worker.onerror = (event) => this.stop(event.message);
    this.onStart();
    return worker;
  }

  private receive(data: FromWorker): void {
    const waiting = this.waiting.get(data.id);
    this.waiting.delete(data.id);
    if ('answers' in data) waiting?.resolve(data.answers);
    else if ('refusal' in data) waiting?.reject(new Refusal(data.refusal));
    else {
      waiting?.reject(new Stopped(data.trap));
      this.stop(data.trap);
    }
  }
}
