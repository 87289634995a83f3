// The module's functions. Texts go in and out as UTF-8 in its memory.

interface Exports {
  memory: WebAssembly.Memory;
  input(length: number): number;
  set_file(nameLength: number): void;
  set_go_types(): void;
  request(): number;
  output_len(): number;
}

/** The engine answered that it cannot do what was asked; the message is a sentence for people. */
export class Refusal extends Error {}

export class Crdls {
  /** Whether it is faster after some use. */
  static readonly learns: boolean = true;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(private readonly wasm: Exports) {}

  static async of(module: WebAssembly.Module): Promise<Crdls> {
    return new Crdls((await WebAssembly.instantiate(module)).exports as unknown as Exports);
  }

  static async load(source: BufferSource): Promise<Crdls> {
    return Crdls.of(await WebAssembly.compile(source));
  }

  setFile(name: string, text: string): void {
    const bytes = this.encoder.encode(name);
    this.write(bytes, this.encoder.encode(text));
    this.wasm.set_file(bytes.length);
  }

  /** Takes the types of Kubernetes' Go modules; without them they are unknown. */
  setGoTypes(text: Uint8Array): void {
    this.write(text);
    this.wasm.set_go_types();
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
