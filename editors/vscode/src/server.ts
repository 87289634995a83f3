// The life of the server: started, lost, started again a few times, at rest.
import * as fs from 'node:fs';
import * as os from 'node:os';
import { commands, type ExtensionContext, type LogOutputChannel, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { findBinary, type Found } from './binary';
import { createClient } from './client';
import type { Ask } from './requests';
import { DELAYS_MS, RestartPolicy } from './restart';
import type { Health } from './statusItem';
import { missing, type Remedy, resting, type Trouble } from './trouble';

/** Who is told how the server fares. */
export interface Watcher {
  readonly health: (health: Health) => void;
  /** The CRDs of the workspace were read. */
  readonly indexed: () => void;
  /** Test suites may be others now, or come to something else. */
  readonly testsChanged: () => void;
}

export class Server {
  private readonly policy = new RestartPolicy();
  private client: LanguageClient | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** Starts and stops follow each other, however fast they are asked for. */
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly context: ExtensionContext, private readonly log: LogOutputChannel, private readonly watcher: Watcher) {}

  /** The server's answer; undefined where there is no server, or it fails. */
  ask: Ask = async (method, params) => {
    const client = this.client;
    if (client === undefined || !client.isRunning()) return undefined;
    const answer = params === undefined ? client.sendRequest<never>(method) : client.sendRequest<never>(method, params);
    return answer.catch((error: unknown) => {
      this.log.warn(`${method} failed: ${String(error)}`);
      return undefined;
    });
  };

  /** Stops what runs and starts anew, as if nothing had happened before. */
  restart(): Promise<void> {
    this.policy.forgive();
    return this.then(async () => {
      await this.end();
      this.begin();
    });
  }

  stop(): Promise<void> {
    return this.then(() => this.end());
  }

  private then(step: () => Promise<void> | void): Promise<void> {
    this.work = this.work.then(step);
    return this.work;
  }

  /** Does not wait for the server's answer: one that hangs must not keep the user from a restart. */
  private begin(): void {
    const found = this.find();
    this.watcher.health('starting');
    if (!('command' in found)) return this.tell(missing(found));
    this.log.info(`Starting ${found.command} lsp`);
    const client: LanguageClient = createClient({ command: found.command, log: this.log, settings: settingNames(this.context), closed: () => this.lost(client), indexed: this.watcher.indexed, testsChanged: this.watcher.testsChanged });
    this.client = client;
    client.start().then(() => this.client === client && this.watcher.health('running')).catch((error: unknown) => {
      this.log.error(`The start failed: ${String(error)}`);
      this.lost(client);
    });
  }

  private async end(): Promise<void> {
    clearTimeout(this.timer);
    const client = this.client;
    this.client = undefined;
    // One that is still starting refuses, and the library ends its process.
    await client?.stop().catch((error: unknown) => this.log.warn(`The stop failed: ${String(error)}`));
  }

  /** Comes at most once for each client: a failed start is also seen as a closed connection. */
  private lost(client: LanguageClient): void {
    if (this.client !== client) return;
    this.client = undefined;
    const delay = this.policy.lost(Date.now());
    if (delay === undefined) return this.tell(resting(DELAYS_MS.length + 1));
    this.timer = setTimeout(() => void this.then(() => this.begin()), delay);
  }

  private find(): Found {
    return findBinary({
      setting: workspace.getConfiguration('crdls').get<string>('path', '').trim(),
      extension: this.context.extensionPath,
      workspace: workspace.workspaceFolders?.[0]?.uri.fsPath,
      home: os.homedir(),
      platform: process.platform,
      searchPath: process.env['PATH'] ?? '',
      runnable: isRunnable,
    });
  }

  private tell(trouble: Trouble): void {
    this.log.error(trouble.message);
    this.watcher.health('stopped');
    const remedy: Record<Remedy, () => unknown> = {
      'Open Settings': () => commands.executeCommand('workbench.action.openSettings', 'crdls.path'),
      'Show Log': () => this.log.show(),
      'Restart': () => this.restart(),
    };
    void window.showErrorMessage(trouble.message, ...trouble.remedies).then((chosen) => chosen && remedy[chosen]());
  }
}

function settingNames(context: ExtensionContext): string[] {
  const declared = context.extension.packageJSON.contributes.configuration.properties as Record<string, unknown>;
  return Object.keys(declared).map((key) => key.replace(/^crdls\./, ''));
}

function isRunnable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
