import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DELAYS_MS, RestartPolicy, WINDOW_MS } from '../src/restart';

test('a server that keeps falling is started a few times, later each time, then rests', () => {
  const policy = new RestartPolicy();
  const delays = [0, 1, 2, 3, 4].map((now) => policy.lost(now));
  assert.deepEqual(delays, [...DELAYS_MS, undefined, undefined]);
});

test('one that falls now and then is always started again at once', () => {
  const policy = new RestartPolicy();
  for (let i = 0; i < 20; i++) assert.equal(policy.lost(i * WINDOW_MS), DELAYS_MS[0]);
});

test('old losses leave the window one by one', () => {
  const policy = new RestartPolicy();
  policy.lost(0);
  policy.lost(WINDOW_MS - 1);
  assert.equal(policy.lost(WINDOW_MS), DELAYS_MS[1]);
});

test('a start that the user asked for clears the record', () => {
  const policy = new RestartPolicy();
  for (let i = 0; i < 5; i++) policy.lost(i);
  policy.forgive();
  assert.equal(policy.lost(6), DELAYS_MS[0]);
});
