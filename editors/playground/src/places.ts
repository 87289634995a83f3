// Places of the engine (line and character) and offsets of the editor (UTF-16 units).
import type { Text } from '@codemirror/state';
import type { LineColumn, Span } from './answers';

/** The offset of a place; one past the end of its line counts as that end. */
export function offsetAt(doc: Text, at: LineColumn): number {
  if (at.line > doc.lines) return doc.length;
  const line = doc.line(Math.max(at.line, 1));
  const text = line.text;
  let unit = line.number === 1 && text.startsWith('\ufeff') ? 1 : 0;
  for (let left = at.column - 1; left > 0 && unit < text.length; left--) {
    unit += text.codePointAt(unit)! > 0xffff ? 2 : 1;
  }
  return line.from + unit;
}

/** The place of an offset. */
export function placeAt(doc: Text, offset: number): LineColumn {
  const line = doc.lineAt(Math.min(offset, doc.length));
  const before = line.text.slice(0, offset - line.from).replace(line.number === 1 ? /^\ufeff/ : /^$/, '');
  let characters = 0;
  for (const _ of before) characters++;
  return { line: line.number, column: characters + 1 };
}

export function rangeOf(doc: Text, span: Span): { from: number; to: number } {
  const from = offsetAt(doc, span.start);
  return { from, to: Math.max(from, offsetAt(doc, span.end)) };
}

export function spanOf(doc: Text, from: number, to: number): Span {
  return { start: placeAt(doc, from), end: placeAt(doc, to) };
}
