// The code of a finding leads to a page of ours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Diagnostic } from 'vscode';
import { leadToPages, pageAt } from '../src/codes';
import type { Ask } from '../src/requests';
import { Uri } from './fakes/vscode';

test('a code leads to its page, and a link that was chosen stays', async () => {
  const linked = { code: { value: 'x', target: Uri.parse('https://example.com/x') } };
  const [first, second, third] = leadToPages([{ code: 'missing-type' }, linked, {}] as unknown as Diagnostic[]);
  const { value, target } = first?.code as unknown as { value: string; target: Uri };
  assert.equal(value, 'missing-type');
  assert.equal(target.scheme, 'crdls');
  assert.equal((second?.code as unknown as { target: Uri }).target.scheme, 'https');
  assert.equal(third?.code, undefined);
  const ask = (async (_: string, { what }: { what: string }) => `# ${what}\n`) as unknown as Ask;
  assert.equal(await pageAt(target.path, ask), '# missing-type\n');
  assert.equal(await pageAt('/stored/a.yaml', ask), '');
});
