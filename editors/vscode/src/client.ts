// One language client for one run of the server. Knows the protocol's library; decides nothing about restarts.
import { type LogOutputChannel, Uri, workspace } from 'vscode';
import { CloseAction, DidChangeConfigurationNotification, ErrorAction, LanguageClient, type LanguageClientOptions } from 'vscode-languageclient/node';
import { leadToPages } from './codes';
import { OWN_COMMANDS } from './commands';
import { chosenSettings } from './settings';

const SECTION = 'crdls';

export interface Run {
  readonly command: string;
  readonly log: LogOutputChannel;
  /** The names of the settings, without the section. */
  readonly settings: readonly string[];
  /** Called when the connection closed unexpectedly. */
  readonly closed: () => void;
  /** Called when the server has read the workspace's CRDs. */
  readonly indexed: () => void;
  /** Called when test suites may be others, or come to something else. */
  readonly testsChanged: () => void;
}

export function createClient(run: Run): LanguageClient {
  const client: LanguageClient = new QuietClient(SECTION, SECTION, { command: run.command, args: ['lsp'] }, options(run, () => client));
  client.registerFeature({
    fillClientCapabilities: (capabilities) => {
      // Of commands that the server announced the library would register its own, under the same names.
      capabilities.experimental = { commands: { commands: OWN_COMMANDS }, tests: true };
      // With a second formatter for YAML, JSON or Go, VS Code would format no file on save before the user chooses one.
      delete capabilities.textDocument?.rangeFormatting;
    },
    initialize: () => undefined,
    getState: () => ({ kind: 'static' }),
    clear: () => undefined,
  });
  client.onNotification('crdls/testsChanged', run.testsChanged);
  return client;
}

/** The library would show its own messages in addition to ours: here errors go only to the log. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

function options(run: Run, client: () => LanguageClient): LanguageClientOptions {
  const chosen = (scope?: Uri) => chosenSettings(run.settings, workspace.getConfiguration(SECTION, scope));
  return {
    documentSelector: [
      ...['file', 'untitled'].flatMap((scheme) => ['yaml', 'json'].map((language) => ({ scheme, language }))),
      { scheme: 'file', pattern: '**/crdls.toml' },
      // Markers in comments; the server is silent about modules that have none.
      { scheme: 'file', language: 'go' },
    ],
    outputChannel: run.log,
    synchronize: { configurationSection: SECTION },
    // Restarts are Server's.
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        run.closed();
        return { action: CloseAction.DoNotRestart, handled: true, message: 'The connection to the server was closed.' };
      },
    },
    initializationFailedHandler: () => false,
    middleware: {
      handleDiagnostics: (uri, found, next) => next(uri, leadToPages(found)),
      provideDiagnostics: async (document, before, token, next) => {
        const report = await next(document, before, token);
        return report?.kind === 'full' ? { ...report, items: leadToPages(report.items) } : report;
      },
      handleWorkDoneProgress: (token, params, next) => {
        next(token, params);
        if (params.kind === 'end' && String(token).startsWith('crdls/index')) run.indexed();
      },
      workspace: {
        configuration: async (params, token, next) => {
          const answers = await next(params, token);
          if (!Array.isArray(answers)) return answers;
          return params.items.map((item, i) => (item.section === SECTION ? chosen(item.scopeUri ? Uri.parse(item.scopeUri) : undefined) : answers[i]));
        },
        didChangeConfiguration: () => client().sendNotification(DidChangeConfigurationNotification.type, { settings: { [SECTION]: chosen() } }),
      },
    },
  };
}
