// The status bar item: the cluster's minor and how many CRDs are known. A click changes the minor.
import { type Disposable, languages, StatusBarAlignment, window, workspace } from 'vscode';
import type { Ask, Status } from './requests';

/** So long after the last sign of a change the server is asked. */
const REST_MS = 250;

export type Health = 'starting' | 'running' | 'stopped';

/** What the item shows. A document of another kind needs none. */
export function shown(health: Health, status: Status | undefined): { text: string; tooltip: string; command: string } {
  if (health === 'stopped') return { text: '$(error) crdls', tooltip: 'The crdls server is not running. Click to start it.', command: 'crdls.restart' };
  if (status === undefined) return { text: '$(sync~spin) crdls', tooltip: 'The crdls server is starting.', command: 'crdls.showLog' };
  const crds = `${status.crds} ${status.crds === 1 ? 'CRD' : 'CRDs'}`;
  return { text: `K8s ${status.kubernetes} · ${crds}`, tooltip: `Validated against the API server of Kubernetes ${status.kubernetes}, with ${crds} known. Click to select another version.`, command: 'crdls.selectKubernetes' };
}

export class StatusItem implements Disposable {
  private readonly item = window.createStatusBarItem('crdls.status', StatusBarAlignment.Right, 90);
  private readonly watching: Disposable[];
  private timer: NodeJS.Timeout | undefined;
  private health: Health = 'starting';

  constructor(private readonly ask: Ask) {
    this.item.name = 'crdls';
    const later = () => this.later();
    this.watching = [window.onDidChangeActiveTextEditor(later), languages.onDidChangeDiagnostics(later), workspace.onDidSaveTextDocument(later), workspace.onDidChangeConfiguration(later)];
    this.render(undefined);
  }

  set(health: Health): void {
    this.health = health;
    this.render(undefined);
    this.later();
  }

  later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), REST_MS);
  }

  private async refresh(): Promise<void> {
    const uri = window.activeTextEditor?.document.uri;
    const status = this.health === 'running' ? await this.ask('crdls/status', uri === undefined ? {} : { textDocument: { uri: uri.toString() } }) : undefined;
    this.render(status);
  }

  private render(status: Status | undefined): void {
    const { text, tooltip, command } = shown(this.health, status);
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.command = command;
    this.item.accessibilityInformation = { label: text.replace(/\$\([^)]*\) ?/, ''), role: 'button' };
    const language = window.activeTextEditor?.document.languageId;
    if (language === 'yaml' || language === 'json') this.item.show();
    else this.item.hide();
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const part of [...this.watching, this.item]) part.dispose();
  }
}
