// The protocol's library without a process: a test says what the server answers and when it falls over.
export const CloseAction = { DoNotRestart: 1, Restart: 2 };
export const ErrorAction = { Continue: 1, Shutdown: 2 };
export const DidChangeConfigurationNotification = { type: 'workspace/didChangeConfiguration' };

interface Options {
  readonly errorHandler: { closed(): unknown };
}

export const server = {
  clients: [] as LanguageClient[],
  commands: [] as string[],
  answers: {} as Record<string, unknown>,
  asked: [] as [string, unknown][],
  startFails: false,
  /** What the extension does when the server tells it something. */
  notified: new Map<string, () => void>(),
  /** What the extension announces, beyond the library. */
  capabilities: {} as Record<string, unknown>,
};

export class LanguageClient {
  private running = false;
  constructor(readonly id: string, readonly name: string, options: { command: string }, private readonly client: Options) {
    server.commands.push(options.command);
    server.clients.push(this);
  }
  async start(): Promise<void> {
    if (server.startFails) throw new Error('it does not start');
    this.running = true;
  }
  async stop(): Promise<void> { this.running = false; }
  isRunning(): boolean { return this.running; }
  async sendRequest(method: string, params?: unknown): Promise<unknown> {
    server.asked.push([method, params]);
    if (!(method in server.answers)) throw new Error(`no ${method}`);
    return server.answers[method];
  }
  registerFeature(feature: { fillClientCapabilities(capabilities: Record<string, unknown>): void }): void { feature.fillClientCapabilities(server.capabilities); }
  async sendNotification(): Promise<void> {}
  onNotification(method: string, handle: () => void): void { server.notified.set(method, handle); }
  error(): void {}
  /** The process is gone. */
  fall(): void {
    this.running = false;
    this.client.errorHandler.closed();
  }
}
