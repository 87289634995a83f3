// As much of the editor as the extension touches, in memory: what is registered, shown and said can be looked at.
export class EventEmitter<T> {
  private readonly listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void) => (this.listeners.add(listener), { dispose: () => this.listeners.delete(listener) });
  fire(value: T): void { for (const listener of this.listeners) listener(value); }
  dispose(): void { this.listeners.clear(); }
}

export class Uri {
  constructor(readonly scheme: string, readonly path: string) {}
  static parse(text: string): Uri { const [, scheme = '', path = ''] = /^([a-z]+):(?:\/\/)?(.*)$/.exec(text) ?? []; return new Uri(scheme, path); }
  static from(parts: { scheme: string; path: string }): Uri { return new Uri(parts.scheme, parts.path); }
  static joinPath(base: Uri, ...parts: string[]): Uri { return new Uri(base.scheme, [base.path, ...parts].join('/')); }
  get fsPath(): string { return this.path; }
  toString(): string { return `${this.scheme}://${this.path}`; }
}

export const StatusBarAlignment = { Left: 1, Right: 2 };
export const ViewColumn = { Active: -1, Beside: -2 };
export const ConfigurationTarget = { Global: 1, Workspace: 2 };
export class Range {}
export class Position { constructor(readonly line: number, readonly character: number) {} }

/** What happened, and what the user does next. */
export const seen = {
  commands: new Map<string, (...args: unknown[]) => unknown>(),
  executed: [] as unknown[][],
  answers: {} as Record<string, unknown>,
  errors: [] as string[],
  informed: [] as string[],
  panels: [] as { title: string; webview: { html: string }; options: Record<string, unknown> }[],
  item: { text: '', tooltip: '', command: '', visible: false } as Record<string, unknown>,
  settings: new Map<string, unknown>(),
  picked: undefined as string | undefined,
  texts: undefined as { provideTextDocumentContent(uri: Uri): string } | undefined,
};

const nothing = { dispose() {} };
const silent = () => nothing;
export const changed = new EventEmitter<unknown>();

export const commands = {
  registerCommand: (id: string, run: (...args: unknown[]) => unknown) => (seen.commands.set(id, run), nothing),
  executeCommand: async (...args: unknown[]) => (seen.executed.push(args), seen.answers[String(args[0])]),
};

export const languages = { onDidChangeDiagnostics: silent, getDiagnostics: () => [] };

export const window = {
  activeTextEditor: undefined as unknown,
  visibleTextEditors: [],
  createOutputChannel: () => ({ info() {}, warn() {}, error() {}, show() {}, dispose() {} }),
  createStatusBarItem: () => Object.assign(seen.item, { show: () => (seen.item['visible'] = true), hide: () => (seen.item['visible'] = false), dispose() {} }),
  createWebviewPanel: (_id: string, title: string, _column: unknown, options: Record<string, unknown>) => {
    const panel = { title, options, webview: { html: '' }, onDidDispose: silent, reveal() {}, dispose() {} };
    seen.panels.push(panel);
    return panel;
  },
  onDidChangeActiveTextEditor: silent,
  showErrorMessage: async (message: string) => void seen.errors.push(message),
  showInformationMessage: async (message: string) => void seen.informed.push(message),
  showQuickPick: async (items: { label: string }[]) => items.find((item) => item.label === seen.picked),
};

export const workspace = {
  workspaceFolders: undefined,
  openTextDocument: async (uri: Uri) => ({ uri, languageId: 'yaml' }),
  asRelativePath: (uri: Uri) => uri.path,
  getConfiguration: () => ({
    get: (key: string, otherwise?: unknown) => seen.settings.get(key) ?? otherwise,
    inspect: (key: string) => ({ globalValue: seen.settings.get(key) }),
    update: async (key: string, value: unknown) => void seen.settings.set(key, value),
  }),
  onDidChangeConfiguration: silent,
  onDidChangeTextDocument: changed.event,
  onDidCloseTextDocument: silent,
  onDidSaveTextDocument: silent,
  registerTextDocumentContentProvider: (_scheme: string, provider: typeof seen.texts) => ((seen.texts = provider), nothing),
};
