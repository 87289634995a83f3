import assert from 'node:assert/strict';
import test from 'node:test';
import { EditorState } from '@codemirror/state';
import { LONGEST, SyncedFile } from '../src/files';
import { offsetAt } from '../src/places';
import { Text } from '@codemirror/state';
import type { LineColumn, Span } from '../src/answers';

/** A text that is edited as the engine edits it. */
function edited(text: string, updates: ReturnType<SyncedFile['updates']>): string {
  if ('text' in updates) return updates.text;
  for (const edit of updates.edits as { range: Span; newText: string }[]) {
    const doc = Text.of(text.split('\n'));
    const at = (place: LineColumn) => offsetAt(doc, place);
    text = text.slice(0, at(edit.range.start)) + edit.newText + text.slice(at(edit.range.end));
  }
  return text;
}

test('the engine has the text of the editor after any edits', () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  let state = EditorState.create({ doc: 'spec:\n  é: 😀\n  list: [a, b]\n' });
  const file = new SyncedFile('a.yaml', state.doc);
  let engine = edited('', file.updates());
  for (let round = 0; round < 500; round++) {
    for (let n = random(3); n >= 0; n--) {
      const from = random(state.doc.length + 1);
      const isInside = (at: number) => /[\udc00-\udfff]/.test(state.doc.sliceString(at, at + 1));
      const to = Math.min(state.doc.length, from + random(4));
      if (isInside(from) || isInside(to)) continue;
      const change = { from, to, insert: ['', 'x', '\n', '😀', 'a: b\n'][random(5)]! };
      const transaction = state.update({ changes: change });
      state = transaction.state;
      file.change(transaction.changes, state.doc);
    }
    engine = edited(engine, file.updates());
    assert.equal(engine, state.doc.toString());
  }
});

test('a text that is too long is not sent', () => {
  const state = EditorState.create({ doc: 'x'.repeat(LONGEST + 1) });
  const file = new SyncedFile('a.yaml', state.doc);
  assert.equal(file.isLong, true);
  assert.deepEqual(file.updates(), { text: '' });
  const cut = state.update({ changes: { from: 5, to: state.doc.length } });
  file.change(cut.changes, cut.state.doc);
  assert.deepEqual(file.updates(), { text: 'xxxxx' });
});
