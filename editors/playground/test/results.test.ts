import assert from 'node:assert/strict';
import test from 'node:test';
import type { EvaluatedRule, SuiteRun } from '../src/answers';
import './document';

const { testResults } = await import('../src/tests');
const { values } = await import('../src/values');

const range = { start: { line: 3, column: 1 }, end: { line: 3, column: 4 } };
const rule = (more: Partial<EvaluatedRule>): EvaluatedRule => ({ document: 0, path: 'spec', rule: 'self.a', ruleAt: 'crd.yaml:7:9', range, ...more });

test('rules that are not true come first, with the values of their parts', () => {
  const shown = values(
    [
      rule({ rule: 'true', result: { text: 'true', value: 'true' }, cost: 1 }),
      rule({ rule: 'self.l.all(x, x > 1)', result: { text: 'self.l.all(x, x > 1)', value: 'false', parts: [{ text: 'x > 1', value: 'false', with: { x: '0' } }] } }),
      rule({ compileError: 'undefined field' }),
      rule({ needsOldSelf: true }),
      rule({ ruleAt: null, result: { text: 'self.a', value: '4' } }),
    ],
    () => {},
  ).map(String);
  assert.match(shown[0]!, /5 evaluations, 2 not true/);
  assert.match(shown[1]!, /with x = 0: .*<code>x > 1<\/code> is <code>false/);
  assert.match(shown[2]!, /undefined field/);
  assert.match(shown.slice(3).join(), /not run/);
});

test('cases are counted, and those that fail have both sides', () => {
  const one = { name: 'a', kind: 'onCreate', range, step: null, message: null, expected: null, actual: null };
  const run: SuiteRun = {
    crdFile: 'crd.yaml',
    error: null,
    cases: [
      { ...one, result: 'passed' },
      { ...one, result: 'failed', message: 'another error', step: 'create', expected: 'b', actual: 'accepted' },
    ],
  };
  const shown = testResults([run], () => {}).map(String).join('');
  assert.match(shown, /2 cases: 1 passed, 1 failed\./);
  assert.match(shown, /another error \(create\).*<dt>Expected<\/dt><dd><pre>b<\/pre>.*accepted/);
  assert.match(testResults([{ crdFile: null, error: { range, message: 'there is no CRD' }, cases: [] }], () => {}).join(''), /cannot run: there is no CRD/);
});
