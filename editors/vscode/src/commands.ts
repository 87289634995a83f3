// The commands that send a request to the server and show its answer.
import { commands, ConfigurationTarget, type Disposable, type ExtensionContext, languages, type Location, Position, type QuickPickItem, Range, type TextDocument, Uri, ViewColumn, window, workspace } from 'vscode';
import { addressOf, pageAt } from './codes';
import { columnsBody } from './columnsPage';
import { costBody } from './costPage';
import { sides } from './effective';
import { Report, Texts } from './reports';
import type { Ask, Status } from './requests';

/** The commands of code lenses that are run here. The server runs the others, and shows what they find as a document. */
export const OWN_COMMANDS: readonly string[] = ['crdls.runTests', 'crdls.showBuilt', 'crdls.showChanges', 'crdls.showCost', 'crdls.showEffective', 'crdls.showLocations', 'crdls.showReferences'];

const AT_REST = '<p>The crdls server is not running. The command <em>crdls: Restart Server</em> starts it.</p>';

export function register(context: ExtensionContext, ask: Ask): Disposable[] {
  const texts = new Texts((path) => pageAt(path, ask));
  const unknown = '<p>This document is not one that crdls reads. Open it as YAML or JSON.</p>';
  const cost = new Report(context, 'crdls.cost', 'Cost of rules', async (uri) => {
    const found = await ask('crdls/cost', { textDocument: { uri } });
    return found === undefined ? AT_REST : found === null ? unknown : costBody(uri, found);
  });
  const columns = new Report(context, 'crdls.columns', 'Printer columns', async (uri) => {
    const found = await ask('crdls/columns', { textDocument: { uri } });
    return found === undefined ? AT_REST : found === null ? unknown : columnsBody(found);
  });
  // A code lens names its document; from the palette a command is about the active one.
  const onDocument = (id: string, show: (document: TextDocument) => Promise<unknown>) =>
    commands.registerCommand(id, async (uri?: unknown) => {
      const document = typeof uri === 'string' ? await workspace.openTextDocument(Uri.parse(uri)) : window.activeTextEditor?.document;
      if (document === undefined) return window.showInformationMessage('Open a CRD or a custom resource first.');
      return show(document);
    });
  return [
    texts, cost, columns,
    onDocument('crdls.showBuilt', (document) => showBuilt(document, ask, texts)),
    onDocument('crdls.showChanges', (document) => showChanges(document, ask, texts)),
    onDocument('crdls.showCost', (document) => cost.show(document)),
    onDocument('crdls.showColumns', (document) => columns.show(document)),
    onDocument('crdls.showEffective', (document) => showEffective(document, ask, texts)),
    commands.registerCommand('crdls.showReferences', (uri: string, at: { line: number; character: number }) => showReferences(Uri.parse(uri), new Position(at.line, at.character))),
    commands.registerCommand('crdls.explain', (what?: unknown) => explain(typeof what === 'string' ? what : undefined, ask, texts)),
    commands.registerCommand('crdls.selectKubernetes', () => selectKubernetes(ask)),
    commands.registerCommand('crdls.open', (uri: string, line: number, column: number) => open(Uri.parse(uri), line, column)),
  ];
}

async function showEffective(document: TextDocument, ask: Ask, texts: Texts): Promise<unknown> {
  const found = await ask('crdls/effective', { textDocument: { uri: document.uri.toString() } });
  if (found === undefined) return commands.executeCommand('crdls.showLog');
  if (found === null || found.length === 0) {
    return window.showInformationMessage('No custom resource of a known CRD is in this document. crdls finds CRDs in the workspace, in open documents, and in the paths of the setting crdls.crds.');
  }
  const { written, stored } = sides(found);
  const name = document.uri.path.replace(/^.*\//, '').replace(/(\.ya?ml|\.json)?$/, '.yaml');
  const left = texts.put(`/written/${name}`, written);
  const right = texts.put(`/stored/${name}`, stored);
  return commands.executeCommand('vscode.diff', left, right, `${name}: as written ↔ as stored`, { preview: true });
}

/** What kustomizations build, next to the document. */
async function showBuilt(document: TextDocument, ask: Ask, texts: Texts): Promise<unknown> {
  const found = await ask('crdls/built', { textDocument: { uri: document.uri.toString() } });
  if (found === undefined) return commands.executeCommand('crdls.showLog');
  if (found === null) {
    return window.showInformationMessage('No kustomization of the workspace builds a CRD or a custom resource of this document.');
  }
  const name = document.uri.path.replace(/^.*\//, '').replace(/(\.ya?ml|\.json)?$/, '.built.yaml');
  return commands.executeCommand('vscode.open', texts.put(`/built/${name}`, found), { preview: true, viewColumn: ViewColumn.Beside });
}

/** The old text beside the document, which can be edited there. */
async function showChanges(document: TextDocument, ask: Ask, texts: Texts): Promise<unknown> {
  const found = await ask('crdls/changes', { textDocument: { uri: document.uri.toString() } });
  if (found === undefined) return commands.executeCommand('crdls.showLog');
  if (found === null) {
    return window.showInformationMessage('This document has no CRD that is compared with an older one. The setting crdls.since says with what CRDs are compared.');
  }
  const name = document.uri.path.replace(/^.*\//, '');
  const old = texts.put(`/since/${found.since.replaceAll('/', '-')}/${name.replace(/(\.ya?ml|\.json)?$/, '.yaml')}`, found.text);
  return commands.executeCommand('vscode.diff', old, document.uri, `${name}: ${found.since} ↔ now`, { preview: true });
}

/** The references in a peek view, without the place itself. */
async function showReferences(uri: Uri, at: Position): Promise<unknown> {
  const found = (await commands.executeCommand<Location[] | undefined>('vscode.executeReferenceProvider', uri, at)) ?? [];
  const others = found.filter((one) => one.uri.toString() !== uri.toString() || !one.range.contains(at));
  if (others.length === 0) return window.showInformationMessage('There is no reference.');
  return commands.executeCommand('editor.action.showReferences', uri, at, others);
}

async function explain(what: string | undefined, ask: Ask, texts: Texts): Promise<unknown> {
  const wanted = what ?? (await chooseCode(ask));
  if (wanted === undefined) return undefined;
  const text = await ask('crdls/explain', { what: wanted });
  if (text === undefined) return commands.executeCommand('crdls.showLog');
  if (text === null) return window.showInformationMessage(`crdls knows no code, kind, field, CEL function, keyword or setting named ${wanted}.`);
  return commands.executeCommand('markdown.showPreview', texts.put(addressOf(wanted).path, text));
}

/** The code under the cursor is the first choice. Other words can be typed too. */
async function chooseCode(ask: Ask): Promise<string | undefined> {
  const rules = (await ask('crdls/codes', undefined)) ?? [];
  const here = codesHere();
  const items: QuickPickItem[] = rules.map((rule) => ({ label: rule.code, description: rule.summary, detail: here.has(rule.code) ? 'at the cursor' : '' }));
  items.sort((a, b) => Number(here.has(b.label)) - Number(here.has(a.label)));
  const pick = window.createQuickPick();
  pick.items = items;
  pick.matchOnDescription = true;
  pick.placeholder = 'A code, a field such as pizzas.spec.toppings, a CEL function such as matches, a keyword such as maxItems, or a setting';
  return new Promise((resolve) => {
    pick.onDidAccept(() => (resolve(pick.selectedItems[0]?.label ?? (pick.value.trim() || undefined)), pick.hide()));
    pick.onDidHide(() => (resolve(undefined), pick.dispose()));
    pick.show();
  });
}

function codesHere(): Set<string> {
  const editor = window.activeTextEditor;
  if (editor === undefined) return new Set();
  const found = languages.getDiagnostics(editor.document.uri).filter((one) => one.source === 'crdls' && one.range.intersection(editor.selection) !== undefined);
  return new Set(found.map((one) => String(typeof one.code === 'object' ? one.code.value : one.code)));
}

async function selectKubernetes(ask: Ask): Promise<unknown> {
  const uri = window.activeTextEditor?.document.uri;
  const status: Status | undefined = await ask('crdls/status', uri === undefined ? {} : { textDocument: { uri: uri.toString() } });
  if (status === undefined) return commands.executeCommand('crdls.restart');
  const items = [...status.minors].reverse().map((minor) => ({ label: minor, description: minor === status.kubernetes ? 'current' : '' }));
  const chosen = await window.showQuickPick(items, { placeHolder: 'The minor version of Kubernetes to validate against', title: 'Kubernetes version' });
  if (chosen === undefined) return undefined;
  const target = workspace.workspaceFolders === undefined ? ConfigurationTarget.Global : ConfigurationTarget.Workspace;
  return workspace.getConfiguration('crdls').update('kubernetes', chosen.label, target);
}

async function open(uri: Uri, line: number, column: number): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  const text = document.lineAt(Math.max(0, Math.min(line, document.lineCount) - 1));
  // The server counts characters here, the editor UTF-16 units.
  const units = [...text.text].slice(0, Math.max(0, column - 1)).join('').length;
  const at = text.range.start.translate(0, units);
  const viewColumn = window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri.toString())?.viewColumn;
  await window.showTextDocument(document, { selection: new Range(at, at), ...(viewColumn === undefined ? {} : { viewColumn }) });
}
