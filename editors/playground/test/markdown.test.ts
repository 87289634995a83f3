import assert from 'node:assert/strict';
import test from 'node:test';
import './document';

const { coded, markdown } = await import('../src/markdown');

const shown = (text: string) => String(markdown(text)).replace(/^<div>|<\/div>$/g, '');

test('what hovers and pages use', () => {
  assert.equal(shown('# a `b`\n\nText\nof two **lines**.'), '<p>a <code>b</code></p><p>Text of two <strong>lines</strong>.</p>');
  assert.equal(shown('- a\n- [b](https://c.example)\n- [d](e.md)'), '<ul><li>a</li><li><a href="https://c.example">b</a></li><li>d</li></ul>');
  assert.equal(shown('```yaml\na: <b>\n```\nend'), '<pre><code>a: <b></code></pre><p>end</p>');
  assert.equal(shown('| a | b |\n| --- | --- |\n| `c` | d |'), '<table><tr><th>a</th><th>b</th></tr><tr><td><code>c</code></td><td>d</td></tr></table>');
});

test('a fence that is not closed ends with the text, and no link runs code', () => {
  assert.equal(shown('```\nx'), '<pre><code>x</code></pre>');
  assert.equal(shown('[x](javascript:alert(1))'), '<p>x)</p>');
});

test('a sentence has code between backticks, and nothing else', () => {
  assert.equal(coded('`spec.a` is **no** [x](y) of `b`').map(String).join(''), '<code>spec.a</code> is **no** [x](y) of <code>b</code>');
  assert.equal(coded('a ` alone').map(String).join(''), 'a ` alone');
});
