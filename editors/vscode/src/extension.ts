// Starts the crdls server for YAML and JSON, and gives it commands and a status bar item. What it finds is all the server's.
import { commands, type ExtensionContext, window, workspace } from 'vscode';
import { register } from './commands';
import type { Ask } from './requests';
import { Server } from './server';
import { StatusItem } from './statusItem';
import { showLocations, Suites } from './suites';

let server: Server | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const log = window.createOutputChannel('crdls', { log: true });
  const ask: Ask = (method, params) => started.ask(method, params);
  const status = new StatusItem(ask);
  const suites = new Suites(ask);
  const started = new Server(context, log, {
    health: (health) => (status.set(health), health === 'running' && suites.changed()),
    indexed: () => (status.later(), suites.changed()),
    testsChanged: () => suites.changed(),
  });
  server = started;
  context.subscriptions.push(
    log,
    status,
    suites,
    ...register(context, ask),
    commands.registerCommand('crdls.runTests', (uri: string, id?: string) => suites.runOne(uri, id)),
    commands.registerCommand('crdls.showLocations', showLocations),
    commands.registerCommand('crdls.restart', () => started.restart()),
    commands.registerCommand('crdls.showLog', () => log.show()),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('crdls.path') && void started.restart()),
  );
  await started.restart();
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}
