import assert from 'node:assert/strict';
import test from 'node:test';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import { snippet } from '@codemirror/autocomplete';
import { toCodeMirror } from '../src/snippets';

/** What the editor writes for a snippet of the protocol. */
function inserted(text: string): string {
  let state = EditorState.create();
  const editor = { get state() { return state; }, dispatch: (spec: TransactionSpec) => (state = state.update(spec).state) };
  snippet(toCodeMirror(text))(editor as never, null, 0, 0);
  return state.doc.toString();
}

test('snippets are written with their names, and braces of a text stay', () => {
  assert.equal(inserted('name: ${1:pizzas}\n$0'), 'name: pizzas\n');
  assert.equal(inserted('type: ${1|string,integer|}'), 'type: string');
  assert.equal(inserted('{$1: \\$x, a: {b\\}}'), '{: $x, a: {b}}');
  assert.equal(inserted('size(${1:list}) <= ${2:8}'), 'size(list) <= 8');
});
