import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenSettings, type Inspected, type Section } from '../src/settings';

const KEYS = ['kubernetes', 'crds', 'inlayHints.cost'];

function section(found: Record<string, Inspected & { value: unknown }>): Section {
  return { inspect: (key) => found[key], get: (key) => found[key]?.value };
}

test('defaults are not sent', () => {
  assert.deepEqual(chosenSettings(KEYS, section({ kubernetes: { value: '1.37' } })), {});
});

test('a choice is sent from wherever it was made, also one that equals the default or is false', () => {
  const chosen = section({
    kubernetes: { value: '1.37', globalValue: '1.37' },
    crds: { value: ['a'], workspaceValue: ['a'] },
    'inlayHints.cost': { value: false, workspaceFolderValue: false },
  });
  assert.deepEqual(chosenSettings(KEYS, chosen), { kubernetes: '1.37', crds: ['a'], inlayHints: { cost: false } });
});

test('what wins is the editor\'s business', () => {
  const both = section({ kubernetes: { value: '1.33', globalValue: '1.37', workspaceValue: '1.33' } });
  assert.deepEqual(chosenSettings(KEYS, both), { kubernetes: '1.33' });
});
