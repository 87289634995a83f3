import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missing, resting } from '../src/trouble';

test('each message names what is wrong and offers what to do', () => {
  const wrong = missing({ missing: 'setting', tried: '/x/crdls' });
  assert.match(wrong.message, /crdls\.path names \/x\/crdls/);
  assert.deepEqual(wrong.remedies, ['Open Settings', 'Restart']);
  assert.match(missing({ missing: 'everywhere', tried: 'crdls' }).message, /none is on PATH/);
  assert.match(resting(4).message, /stopped 4 times within 3 minutes/);
  assert.equal(resting(4).remedies[0], 'Show Log');
});
