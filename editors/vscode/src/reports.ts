// Views next to a document: pages that are updated with it, and texts that editors show read-only.
import * as crypto from 'node:crypto';
import { type Disposable, EventEmitter, type ExtensionContext, type TextDocument, Uri, ViewColumn, type WebviewPanel, window, workspace } from 'vscode';
import { page } from './page';

/** Typing rests that long before a page is made anew. */
const REST_MS = 400;

/** A page on a document. There is one of each kind at a time; it follows its document's changes. */
export class Report implements Disposable {
  private panel: WebviewPanel | undefined;
  private document: TextDocument | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly watching: Disposable;

  constructor(private readonly context: ExtensionContext, private readonly id: string, private readonly title: string, private readonly body: (uri: string) => Promise<string>) {
    this.watching = workspace.onDidChangeTextDocument(() => this.later());
  }

  async show(document: TextDocument): Promise<void> {
    this.document = document;
    if (this.panel === undefined) {
      const panel = window.createWebviewPanel(this.id, this.title, { viewColumn: ViewColumn.Beside, preserveFocus: false }, { enableScripts: false, enableCommandUris: ['crdls.open'], localResourceRoots: [], enableFindWidget: true });
      panel.iconPath = Uri.joinPath(this.context.extensionUri, 'icon.png');
      panel.onDidDispose(() => (this.panel = undefined));
      this.panel = panel;
    }
    this.panel.reveal(undefined, false);
    await this.refresh();
  }

  /** Any document counts: a page may tell of the CRDs and resources of others. */
  private later(): void {
    if (this.panel === undefined) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), REST_MS);
  }

  private async refresh(): Promise<void> {
    if (this.panel === undefined || this.document === undefined) return;
    const uri = this.document.uri;
    const title = `${this.title}: ${workspace.asRelativePath(uri)}`;
    const body = await this.body(uri.toString());
    if (this.panel === undefined) return;
    this.panel.title = title;
    this.panel.webview.html = page(title, body, crypto.randomBytes(16).toString('hex'));
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.watching.dispose();
    this.panel?.dispose();
  }
}

/** Texts under URIs of ours, to be shown read-only. */
export class Texts implements Disposable {
  static readonly scheme = 'crdls';
  private readonly texts = new Map<string, string>();
  private readonly changes = new EventEmitter<Uri>();
  private readonly registered = workspace.registerTextDocumentContentProvider(Texts.scheme, {
    onDidChange: this.changes.event,
    provideTextDocumentContent: (uri) => this.texts.get(uri.toString()) ?? this.absent(uri.path),
  });
  private readonly closing = workspace.onDidCloseTextDocument((document) => this.texts.delete(document.uri.toString()));

  /** What is asked for before it was put is at `absent`. */
  constructor(private readonly absent: (path: string) => Promise<string>) {}

  put(path: string, text: string): Uri {
    const uri = Uri.from({ scheme: Texts.scheme, path });
    this.texts.set(uri.toString(), text);
    this.changes.fire(uri);
    return uri;
  }

  dispose(): void {
    for (const part of [this.registered, this.closing, this.changes]) part.dispose();
  }
}
