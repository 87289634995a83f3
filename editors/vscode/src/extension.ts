// Starts the crdls server for YAML and JSON, and gives it two commands. What it finds is all the server's.
import { commands, type ExtensionContext, window, workspace } from 'vscode';
import { Server } from './server';

let server: Server | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const log = window.createOutputChannel('crdls', { log: true });
  const started = new Server(context, log);
  server = started;
  context.subscriptions.push(
    log,
    commands.registerCommand('crdls.restart', () => started.restart()),
    commands.registerCommand('crdls.showLog', () => log.show()),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('crdls.path') && void started.restart()),
  );
  await started.restart();
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}
