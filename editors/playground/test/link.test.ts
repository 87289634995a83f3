import assert from 'node:assert/strict';
import test from 'node:test';
import { BadLink, decode, encode } from '../src/link';

const state = { kubernetes: '1.37', crd: 'spec:\n  é: 😀\n'.repeat(40), resource: 'kind: Pizza\n', old: 'a: b' };

test('a link opens what it was made of', async () => {
  const link = (await encode(state))!;
  assert.match(link, /^1\.[0-9a-z]+\.[\w-]+$/);
  assert.deepEqual(await decode(link), state);
  const { old: _, ...without } = state;
  assert.deepEqual(await decode((await encode(without))!), without);
  assert.equal(await decode(''), undefined);
});

test('each part of a link is no link', async () => {
  const link = (await encode(state))!;
  for (let length = 1; length < link.length; length++) {
    await assert.rejects(decode(link.slice(0, length)), BadLink, link.slice(0, length));
  }
  await assert.rejects(decode(link.slice(0, link.length / 2)), /incomplete/);
});

test('a link of another version, or no link, is named', async () => {
  const link = (await encode(state))!;
  await assert.rejects(decode(`2${link.slice(1)}`), /version 2 .* version 1/);
  await assert.rejects(decode('problems-title'), /not a link/);
  await assert.rejects(decode(`${link}.more`), /not a link/);
});

test('a state that is too long for a link has none', async () => {
  // Letters that do not compress.
  let seed = 7;
  const letter = () => String.fromCharCode(97 + ((seed = (seed * 48271) % 2147483647) % 26));
  const crd = Array.from({ length: 150_000 }, letter).join('');
  assert.equal(await encode({ kubernetes: '1.37', crd, resource: '' }), undefined);
  assert.notEqual(await encode({ kubernetes: '1.37', crd: crd.slice(0, 1000), resource: '' }), undefined);
});
