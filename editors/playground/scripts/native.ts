// In place of `src/wasm.ts`: the engine is the program behind the server that the page comes from. A worker may wait for it.
import { Refusal } from '../src/wasm';

export { Refusal };

/** Which files a call means: each worker has its own. */
const page = crypto.randomUUID();

function call(does: object): string {
  const request = new XMLHttpRequest();
  request.open('POST', 'engine', false);
  request.send(JSON.stringify({ page, does }));
  if (request.status !== 200) throw new Error(request.responseText);
  return JSON.parse(request.responseText) as string;
}

export class Crdls {
  static readonly learns: boolean = false;

  static of(_module: WebAssembly.Module): Promise<Crdls> {
    return Promise.resolve(new Crdls());
  }

  setFile(name: string, text: string): void {
    call({ setFile: { name, text } });
  }

  setGoTypes(text: Uint8Array): void {
    call({ setGoTypes: new TextDecoder().decode(text) });
  }

  ask(request: object): unknown {
    const { answer, error } = JSON.parse(call({ request })) as { answer?: unknown; error?: string };
    if (error !== undefined) throw new Refusal(error);
    return answer;
  }
}
