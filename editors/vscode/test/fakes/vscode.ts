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
export class Range {
  constructor(readonly startLine = 0, readonly startCharacter = 0, readonly endLine = 0, readonly endCharacter = 0) {}
  get start(): Position { return new Position(this.startLine, this.startCharacter); }
}
export class Location { constructor(readonly uri: Uri, readonly range: Range) {} }
export class Position { constructor(readonly line: number, readonly character: number) {} }

/** The Test Explorer: what it lists, the profiles it offers, and what runs told it. */
class Items {
  readonly all = new Map<string, FakeItem>();
  get(id: string): FakeItem | undefined { return this.all.get(id); }
  add(item: FakeItem): void { this.all.set(item.id, item); }
  delete(id: string): void { this.all.delete(id); }
  replace(items: FakeItem[]): void { this.all.clear(); items.forEach((item) => this.add(item)); }
  forEach(each: (item: FakeItem) => void): void { this.all.forEach(each); }
}
export class FakeItem {
  readonly children: Items;
  parent: FakeItem | undefined;
  constructor(readonly id: string, public label: string, readonly uri: Uri) {
    this.children = new Items();
    this.children.add = (item) => (this.children.all.set(item.id, item), (item.parent = this), undefined);
  }
}
export class TestMessage { constructor(readonly message: string) {} }
export class TestRunRequest { constructor(readonly include?: FakeItem[], readonly exclude?: FakeItem[], readonly profile?: unknown, readonly continuous = false) {} }
export class CancellationTokenSource { readonly token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) }; }
export const TestRunProfileKind = { Run: 1, Coverage: 3 };
export class BranchCoverage { constructor(readonly executed: number, readonly location: unknown, readonly label: string) {} }
export class StatementCoverage { constructor(readonly executed: number, readonly location: unknown, readonly branches: BranchCoverage[]) {} }
export class FileCoverage {
  constructor(readonly uri: Uri, readonly details: StatementCoverage[]) {}
  static fromDetails(uri: Uri, details: StatementCoverage[]): FileCoverage { return new FileCoverage(uri, details); }
}
type Handler = (request: TestRunRequest, token: unknown) => Promise<void>;
export const explorer = { items: new Items(), profiles: new Map<string, Handler>(), told: [] as string[], covered: [] as FileCoverage[] };
export const tests = {
  createTestController: () => ({
    items: explorer.items,
    createTestItem: (id: string, label: string, uri: Uri) => new FakeItem(id, label, uri),
    createRunProfile: (label: string, _kind: number, handler: Handler) => (explorer.profiles.set(label, handler), {}),
    createTestRun: () => {
      const say = (what: string) => (item: FakeItem, message?: { message: string }) => void explorer.told.push(`${what} ${item.label}${message?.message === undefined ? '' : `: ${message.message}`}`);
      return { started() {}, passed: say('passed'), failed: say('failed'), errored: say('errored'), addCoverage: (file: FileCoverage) => explorer.covered.push(file), end: () => explorer.told.push('end') };
    },
    dispose: () => explorer.items.all.clear(),
  }),
};

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
