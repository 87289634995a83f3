// The grammars, on a YAML grammar of the shape that editors have: each mapping eats its lines' indentation first.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createOnigScanner, createOnigString, loadWASM } from 'vscode-oniguruma';
import { type IGrammar, INITIAL, parseRawGrammar, Registry } from 'vscode-textmate';

const YAML = {
  scopeName: 'source.yaml',
  patterns: [{ include: '#node' }],
  repository: {
    node: { patterns: [{ begin: '\\G( *)(?=\\S)', while: '\\G\\1( *)(?=\\S)|\\G\\s*$', patterns: [{ include: '#line' }] }] },
    line: { patterns: [{ match: '- +' }, { match: '#.*$', name: 'comment.line.yaml' }, { match: '[^\\s:#]+(?=:)', name: 'entity.name.tag.yaml' }, { match: ': +[^#\\n]*', name: 'string.unquoted.yaml' }] },
  },
};
const FILES: Record<string, string> = { 'source.cel': 'syntaxes/cel.tmLanguage.json', 'source.yaml.crdls.cel': 'syntaxes/cel-in-yaml.tmLanguage.json' };

async function grammar(scope: string): Promise<IGrammar> {
  const wasm = fs.readFileSync(path.resolve('node_modules/vscode-oniguruma/release/onig.wasm'));
  await loadWASM({ data: new Uint8Array(wasm).buffer }).catch(() => undefined);
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async (name) => (name === 'source.yaml' ? parseRawGrammar(JSON.stringify(YAML), 'yaml.json') : parseRawGrammar(fs.readFileSync(FILES[name] ?? '', 'utf8'), 'a.json')),
    getInjections: (name) => (name === 'source.yaml' ? ['source.yaml.crdls.cel'] : []),
  });
  const loaded = await registry.loadGrammar(scope);
  assert.ok(loaded);
  return loaded;
}

/** The tokens of CEL in a text, as `text scope`. */
async function tokens(scope: string, text: string): Promise<string[]> {
  const it = await grammar(scope);
  const found: string[] = [];
  let state = INITIAL;
  for (const line of text.split('\n')) {
    const { tokens, ruleStack } = it.tokenizeLine(line, state);
    state = ruleStack;
    for (const token of tokens) {
      const name = token.scopes.at(-1) ?? '';
      const word = line.slice(token.startIndex, token.endIndex).trim();
      if (word !== '' && name.endsWith('.cel') && !name.startsWith('punctuation')) found.push(`${word} ${name.replace(/\.cel$/, '')}`);
    }
  }
  return found;
}

test('an expression', async () => {
  assert.deepEqual(await tokens('source.cel', `self.a.all(x, x in [1u, 'b\\n']) // end`), [
    'self variable.language', 'a variable.other.property', 'all support.function.macro', 'x variable.other', 'x variable.other', 'in keyword.operator.word', '1u constant.numeric',
    "' string.quoted.single", 'b string.quoted.single', '\\n constant.character.escape', "' string.quoted.single", '// end comment.line.double-slash',
  ]);
});

test('rules on one line', async () => {
  for (const rule of ['self.a > 1 # why', '"self.a > 1"', "'self.a > 1'"]) {
    assert.deepEqual(await tokens('source.yaml', `spec:\n  - rule: ${rule}\n    message: self.b\n`), ['self variable.language', 'a variable.other.property', '> keyword.operator', '1 constant.numeric'], rule);
  }
});

test('rules in block scalars end with their indentation', async () => {
  const behindDash = 'a:\n  - rule: |\n      true &&\n\n        false\n    message: null\n  - b: true\n';
  const laterKey = 'a:\n  - message: null\n    messageExpression: >-\n      true &&\n      false\n    reason: true\nb: null\n';
  for (const text of [behindDash, laterKey]) assert.deepEqual(await tokens('source.yaml', text), ['true constant.language', '&& keyword.operator', 'false constant.language'], text);
});

test('words like it are no rules', async () => {
  for (const text of ['rules: true', 'message: true', 'overrule: true', 'rule:', 'rule: {a: true}']) assert.deepEqual(await tokens('source.yaml', text), [], text);
});
