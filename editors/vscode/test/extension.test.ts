// The extension from its start, with an editor and a server in memory.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { afterEach, test } from 'node:test';
import type { ExtensionContext } from 'vscode';
import { activate, deactivate } from '../src/extension';
import { server } from './fakes/client';
import { CancellationTokenSource, changed, explorer, seen, TestRunRequest, Uri, window } from './fakes/vscode';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8'));

async function start(): Promise<void> {
  const context = { subscriptions: [], extensionPath: '/none', extensionUri: Uri.parse('file:///none'), extension: { packageJSON: manifest } };
  await activate(context as unknown as ExtensionContext);
  await wait(0);
}

function edit(uri: string): void {
  window.activeTextEditor = { document: { uri: Uri.parse(uri), languageId: 'yaml' } };
}

const run = (command: string, ...args: unknown[]) => seen.commands.get(command)?.(...args);

afterEach(async () => {
  await deactivate();
  Object.assign(server, { clients: [], commands: [], answers: {}, asked: [], startFails: false });
  Object.assign(seen, { executed: [], errors: [], informed: [], panels: [], picked: undefined });
  seen.settings.clear();
  window.activeTextEditor = undefined;
});

test('every command that package.json offers exists', async () => {
  seen.settings.set('path', process.execPath);
  await start();
  for (const { command } of manifest.contributes.commands) assert.ok(seen.commands.has(command), command);
});

test('the program of the setting is started, and the status bar says what it knows', async () => {
  seen.settings.set('path', process.execPath);
  server.answers['crdls/status'] = { kubernetes: '1.36', minors: ['1.35', '1.36'], crds: 1 };
  edit('file:///a.yaml');
  await start();
  assert.deepEqual(server.commands, [process.execPath]);
  await wait(400);
  assert.equal(seen.item['text'], 'K8s 1.36 · 1 CRD');
  assert.equal(seen.item['visible'], true);
  seen.picked = '1.35';
  await run('crdls.selectKubernetes');
  assert.equal(seen.settings.get('kubernetes'), '1.35');
});

test('the status bar shows all versions that are named', async () => {
  seen.settings.set('path', process.execPath);
  server.answers['crdls/status'] = { kubernetes: '1.33 and 1.37', minors: ['1.33', '1.37'], crds: 2 };
  edit('file:///a.yaml');
  await start();
  await wait(400);
  assert.equal(seen.item['text'], 'K8s 1.33 and 1.37 · 2 CRDs');
});

test('a program that is not there is one message that says what to do', async () => {
  seen.settings.set('path', '/no/such/crdls');
  await start();
  assert.equal(seen.errors.length, 1);
  assert.match(seen.errors[0] ?? '', /crdls\.path names \/no\/such\/crdls/);
  assert.deepEqual(server.commands, []);
  assert.equal(seen.item['command'], 'crdls.restart');
});

test('a server that falls over comes back, and rests after four times', async () => {
  seen.settings.set('path', process.execPath);
  await start();
  for (let times = 1; times <= 4; times++) {
    assert.equal(server.clients.length, times);
    assert.deepEqual(seen.errors, []);
    server.clients.at(-1)?.fall();
    await wait([30, 1_100, 4_100, 30][times - 1] ?? 0);
  }
  assert.equal(server.clients.length, 4);
  assert.equal(seen.errors.length, 1);
  assert.match(seen.errors[0] ?? '', /stopped 4 times/);
  await run('crdls.restart');
  assert.equal(server.clients.length, 5);
});

test('the report follows its document', async () => {
  seen.settings.set('path', process.execPath);
  server.answers['crdls/cost'] = [];
  edit('file:///a.yaml');
  await start();
  await run('crdls.showCost');
  const [panel] = seen.panels;
  assert.match(panel?.webview.html ?? '', /no CEL rules/);
  assert.equal(panel?.options['enableScripts'], false);
  server.answers['crdls/cost'] = null;
  changed.fire(undefined);
  await wait(600);
  assert.match(panel?.webview.html ?? '', /not one that crdls reads/);
});

test('the stored object is compared with the written one', async () => {
  seen.settings.set('path', process.execPath);
  server.answers['crdls/effective'] = [{ document: 0, kind: 'Oven', name: 'a', written: 'a: 1\n', stored: 'a: 1\nb: 2\n', refused: ['too hot'] }];
  edit('file:///w/a.json');
  await start();
  await run('crdls.showEffective');
  const [command, left, right, title] = seen.executed[0] ?? [];
  assert.equal(command, 'vscode.diff');
  assert.equal(title, 'a.yaml: as written ↔ as stored');
  assert.equal(seen.texts?.provideTextDocumentContent(left as Uri), 'a: 1\n');
  assert.equal(seen.texts?.provideTextDocumentContent(right as Uri), '# rejected by the server: too hot\na: 1\nb: 2\n');
  server.answers['crdls/effective'] = [];
  await run('crdls.showEffective');
  assert.match(seen.informed[0] ?? '', /No custom resource/);
});

test('what kustomizations build is shown next to the document', async () => {
  seen.settings.set('path', process.execPath);
  server.answers['crdls/built'] = '# Built by overlay\na: 1\n';
  edit('file:///w/base/oven.yml');
  await start();
  await run('crdls.showBuilt');
  const [command, uri, options] = seen.executed[0] ?? [];
  assert.deepEqual([command, String(uri), (options as { viewColumn: number }).viewColumn], ['vscode.open', 'crdls:///built/oven.built.yaml', -2]);
  assert.equal(seen.texts?.provideTextDocumentContent(uri as Uri), '# Built by overlay\na: 1\n');
  server.answers['crdls/built'] = null;
  await run('crdls.showBuilt');
  assert.match(seen.informed[0] ?? '', /No kustomization/);
});

test('a CRD is compared with its old text', async () => {
  seen.settings.set('path', process.execPath);
  server.answers['crdls/changes'] = { since: 'release/v1', name: 'release/v1:crds/a.yml', text: 'a: 1\n' };
  edit('file:///w/a.yml');
  await start();
  await run('crdls.showChanges');
  const [command, left, right, title] = seen.executed[0] ?? [];
  assert.deepEqual([command, String(left), String(right), title], ['vscode.diff', 'crdls:///since/release-v1/a.yaml', 'file:///w/a.yml', 'a.yml: release/v1 ↔ now']);
  assert.equal(seen.texts?.provideTextDocumentContent(left as Uri), 'a: 1\n');
  server.answers['crdls/changes'] = null;
  await run('crdls.showChanges');
  assert.match(seen.informed[0] ?? '', /crdls\.since/);
});

test('code lenses run the commands that the extension announces', async () => {
  seen.settings.set('path', process.execPath);
  server.answers['crdls/cost'] = [];
  await start();
  const announced = (server.capabilities['experimental'] as { commands: { commands: string[] } }).commands.commands;
  for (const command of announced) assert.ok(seen.commands.has(command), command);
  await run('crdls.showCost', 'file:///w/other.yaml');
  assert.deepEqual(server.asked.at(-1), ['crdls/cost', { textDocument: { uri: 'file:///w/other.yaml' } }]);
  const at = (contains: boolean) => ({ uri: Uri.parse('file:///w/crd.yaml'), range: { contains: () => contains } });
  seen.answers['vscode.executeReferenceProvider'] = [at(true), at(false)];
  await run('crdls.showReferences', 'file:///w/crd.yaml', { line: 6, character: 10 });
  const [command, uri, position, others] = seen.executed.at(-1) ?? [];
  assert.deepEqual([command, String(uri), (position as { line: number }).line, (others as unknown[]).length], ['editor.action.showReferences', 'file:///w/crd.yaml', 6, 1]);
  seen.answers['vscode.executeReferenceProvider'] = [at(true)];
  await run('crdls.showReferences', 'file:///w/crd.yaml', { line: 6, character: 10 });
  assert.match(seen.informed.at(-1) ?? '', /no reference/);
});

test('a code is explained', async () => {
  seen.settings.set('path', process.execPath);
  server.answers['crdls/explain'] = '# missing-type\n';
  await start();
  await run('crdls.explain', 'missing-type');
  assert.equal(seen.executed[0]?.[0], 'markdown.showPreview');
  assert.deepEqual(server.asked.at(-1), ['crdls/explain', { what: 'missing-type' }]);
});

test('the Test Explorer lists the suites of the workspace, and runs them', async () => {
  seen.settings.set('path', process.execPath);
  const at = { start: { line: 3, character: 2 }, end: { line: 3, character: 9 } };
  const one = (id: string, name: string) => ({ id, name, kind: 'onCreate', range: at });
  server.answers['crdls/tests'] = [{ uri: 'file:///k.yaml', name: 'Kiln', range: at, cases: [one('onCreate/0', 'first'), one('onCreate/1', 'second')] }];
  const failed = { id: 'onCreate/1', result: 'failed', message: 'it differs', expected: 'a', actual: 'b', range: at, ms: 1 };
  const points = [{ path: 'a.maximum', range: at, held: 1, failed: 0 }];
  server.answers['crdls/runTests'] = {
    suites: [{ uri: 'file:///k.yaml', error: null, cases: [{ ...failed, id: 'onCreate/0', result: 'passed' }, failed] }],
    coverage: [{ uri: 'file:///crd.yaml', points }],
  };
  await start();
  assert.equal(server.capabilities['experimental'] !== undefined, true);
  server.notified.get('crdls/testsChanged')?.();
  await wait(300);
  const suite = explorer.items.get('file:///k.yaml');
  assert.equal(suite?.label, 'Kiln');
  assert.deepEqual([...(suite?.children.all.values() ?? [])].map((item) => item.label), ['first', 'second']);
  const token = new CancellationTokenSource().token;
  await explorer.profiles.get('Coverage')?.(new TestRunRequest(), token);
  assert.deepEqual(explorer.told, ['passed first', 'failed second: it differs', 'end']);
  assert.deepEqual(server.asked.at(-1), ['crdls/runTests', { suites: [{ uri: 'file:///k.yaml', cases: ['onCreate/0', 'onCreate/1'] }], coverage: true }]);
  assert.deepEqual(explorer.covered.map((file) => file.details[0]?.branches.map((branch) => branch.executed)), [[1, 0]]);

  // A continuous run goes on when something changes.
  explorer.told.length = 0;
  await explorer.profiles.get('Run')?.(new TestRunRequest(undefined, undefined, undefined, true), token);
  server.notified.get('crdls/testsChanged')?.();
  await wait(300);
  assert.equal(explorer.told.filter((what) => what === 'end').length, 2);
  // A lens runs one case.
  await run('crdls.runTests', 'file:///k.yaml', 'onCreate/1');
  assert.deepEqual(server.asked.at(-1), ['crdls/runTests', { suites: [{ uri: 'file:///k.yaml', cases: ['onCreate/1'] }], coverage: false }]);
});
