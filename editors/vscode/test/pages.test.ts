import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsBody } from '../src/columnsPage';
import { costBody } from '../src/costPage';
import { escape, number, page } from '../src/page';
import type { RuleCost, VersionCost } from '../src/requests';

const rule: RuleCost = {
  path: 'p', range: { start: { line: 7, column: 9 } }, rule: 'self.all(x, x < 3)', error: null, perCall: 5, cardinality: 4, unbounded: false,
  total: 20_000_000, limit: 10_000_000, messageCost: null, messageError: null,
  drivers: [{ path: 'd', range: { start: { line: 3, column: 1 } }, what: 'maxItems', written: null, suggest: 64, together: null }],
};
const version: VersionCost = { name: 'ovens.example.com', version: 'v1', total: 20_000_000, limit: 100_000_000, rules: [rule], drivers: [] };

test('what the user wrote is text, never markup', () => {
  assert.equal(escape(`<b a="x">&'`), '&#60;b a=&#34;x&#34;&#62;&#38;&#39;');
  const name = '<img src=x>';
  const bodies = [costBody('file:///a', [{ ...version, name, rules: [{ ...rule, rule: name, error: name }] }]), columnsBody([{ crd: name, kind: name, version: name, columns: [{ name, type: name, jsonPath: name, description: name, priority: 0 }], rows: [{ uri: 'file:///a', line: 1, name, namespace: name, refused: false, cells: [name] }] }]), page(name, '', 'n')];
  for (const body of bodies) assert.ok(!/<img/i.test(body), body);
});

test('a page lets in nothing but its own style', () => {
  const text = page('T', '<p>b</p>', 'abc');
  assert.match(text, /default-src 'none'; style-src 'nonce-abc'/);
  assert.ok(!text.includes('<script') && !/style="/.test(text));
  assert.doesNotMatch(text.replaceAll(/var\(--vscode-[a-zA-Z-]+/g, ''), /#[0-9a-f]{3,8}\b/i);
});

test('a rule over its limit is described in words, with the bound that fixes it', () => {
  const body = costBody('file:///a', [version]);
  for (const part of ['200.0 % (over the limit)', '5 each, 4 times', '<code>maxItems: 64</code> alone', 'aria-hidden="true"']) assert.ok(body.includes(part), part);
  assert.match(costBody('file:///a', [{ ...version, rules: [] }]), /no CEL rules/);
});

test('columns have heads, and rows lead to their place', () => {
  const columns = [{ name: 'Size', type: 'string', jsonPath: '.spec.size', description: '', priority: 1 }];
  const body = columnsBody([{ crd: 'c', kind: 'K', version: 'v1', columns, rows: [{ uri: 'file:///a b', line: 4, name: 'n', namespace: null, refused: true, cells: [null] }] }]);
  assert.match(body, /SIZE <span class="tag">wide<\/span>/);
  assert.ok(body.includes(`command:crdls.open?${encodeURIComponent('["file:///a b",4,1]')}`));
  assert.match(body, /n<\/a> <span class="tag bad">rejected</);
  assert.match(columnsBody([]), /no CRD/);
});

test('numbers are grouped as long as they are exact', () => {
  assert.equal(number(1234567), '1,234,567');
  assert.equal(number(2 ** 60), '> 9 × 10¹⁵');
});
