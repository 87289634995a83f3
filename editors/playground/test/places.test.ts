import assert from 'node:assert/strict';
import test from 'node:test';
import { Text } from '@codemirror/state';
import { offsetAt, placeAt, rangeOf } from '../src/places';

const doc = Text.of(['\ufeffa: é😀x', '', 'b: 😀😀c']);

test('a column is a character, and a byte order mark is none', () => {
  assert.equal(offsetAt(doc, { line: 1, column: 1 }), 1);
  assert.equal(offsetAt(doc, { line: 1, column: 5 }), 5);
  assert.equal(offsetAt(doc, { line: 1, column: 6 }), 7);
  assert.deepEqual(placeAt(doc, 7), { line: 1, column: 6 });
});

test('each offset between characters comes back', () => {
  for (let offset = 1; offset <= doc.length; offset++) {
    const isInside = /[\udc00-\udfff]/.test(doc.sliceString(offset, offset + 1));
    if (!isInside) assert.equal(offsetAt(doc, placeAt(doc, offset)), offset);
  }
});

test('places past the end are the end', () => {
  assert.equal(offsetAt(doc, { line: 9, column: 1 }), doc.length);
  assert.equal(offsetAt(doc, { line: 2, column: 9 }), doc.line(2).to);
  assert.deepEqual(rangeOf(doc, { start: { line: 3, column: 4 }, end: { line: 3, column: 1 } }), { from: 13, to: 13 });
});
