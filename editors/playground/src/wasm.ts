// The module's functions. Texts go in and out as UTF-8 in its memory.

interface Exports {
  memory: WebAssembly.Memory;
  input(length: number): number;
  set_file(nameLength: number): void;
  request(): number;
  output_len(): number;
}

/** The engine answered that it cannot do what was asked; the message is a sentence for people. */
export class Refusal extends Error {}

export class Crdls {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(private readonly wasm: Exports) {}

  static async load(source: BufferSource | Promise<Response>): Promise<Crdls> {
    const instance =
      source instanceof Promise
        ? (await WebAssembly.instantiateStreaming(source)).instance
        : (await WebAssembly.instantiate(source)).instance;
    return new Crdls(instance.exports as unknown as Exports);
  }

  setFile(name: string, text: string): void {
    const bytes = this.encoder.encode(name);
    this.write(bytes, this.encoder.encode(text));
    this.wasm.set_file(bytes.length);
  }

  /** The answer to a request as JSON. */
  json(request: object): string {
    this.write(this.encoder.encode(JSON.stringify(request)));
    const start = this.wasm.request();
    return this.decoder.decode(new Uint8Array(this.wasm.memory.buffer, start, this.wasm.output_len()));
  }

  ask(request: object): unknown {
    const { answer, error } = JSON.parse(this.json(request)) as { answer?: unknown; error?: string };
    if (error !== undefined) throw new Refusal(error);
    return answer;
  }

  private write(...parts: Uint8Array[]): void {
    let start = this.wasm.input(parts.reduce((length, part) => length + part.length, 0));
    // The memory may have moved when it grew.
    const memory = new Uint8Array(this.wasm.memory.buffer);
    for (const part of parts) {
      memory.set(part, start);
      start += part.length;
    }
  }
}
