import assert from 'node:assert/strict';
import test from 'node:test';
import { Text } from '@codemirror/state';
import { Engine } from '../src/engine';
import { SyncedFile } from '../src/files';
import { Session } from '../src/session';
import type { FromWorker, ToWorker } from '../src/worker';

/** A worker that answers by a function, a moment later. */
class FakeWorker {
  onmessage: ((event: { data: FromWorker }) => void) | undefined;
  ended = false;
  constructor(private readonly answer: (message: ToWorker) => object | undefined) {}
  postMessage(message: ToWorker): void {
    const answer = this.answer(message);
    if (answer !== undefined) setTimeout(() => this.ended || this.onmessage?.({ data: { id: message.id, ...answer } as FromWorker }), 1);
  }
  terminate(): void {
    this.ended = true;
  }
}

function session(answer: (message: ToWorker) => object | undefined) {
  const seen: string[] = [];
  const trouble: string[] = [];
  const file = new SyncedFile('crd.yaml', Text.of(['a']));
  const engine = new Engine(() => new FakeWorker(answer) as unknown as Worker, () => its.forget());
  let settled = (): void => {};
  const its: Session = new Session(engine, [file], {
    findings: (found) => seen.push(...found.map(([of]) => of.doc.toString())),
    settled: () => settled(),
    busy: () => {},
    trouble: (message) => trouble.push(message),
  });
  return { its, file, engine, seen, trouble, done: () => new Promise<void>((resolve) => (settled = resolve)) };
}

const empty = ({ steps }: ToWorker) => ({ answers: steps.map((step) => ('request' in step ? [] : null)) });

test('findings are of the newest text', async () => {
  const { its, file, seen, done } = session(empty);
  its.touch();
  file.doc = Text.of(['b']);
  its.touch();
  await done();
  assert.equal(seen.at(-1), 'b');
  assert.equal(seen.filter((text) => text === 'a').length <= 1, true);
});

test('an engine that is stopped says so, and begins anew with the next edit', async () => {
  let hangs = true;
  const { its, seen, trouble, done } = session((message) => (hangs ? undefined : empty(message)));
  its.touch();
  await new Promise((resolve) => setTimeout(resolve, 20));
  its.stop();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.match(trouble.join(), /Stopped/);
  hangs = false;
  its.touch();
  await done();
  assert.deepEqual(seen, ['a']);
});

test('a trap is a line, and the next edit is checked', async () => {
  let traps = true;
  const { its, trouble, done } = session((message) => (traps ? { trap: 'unreachable' } : empty(message)));
  its.touch();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.match(trouble.join(), /crdls failed on this text.*unreachable/);
  traps = false;
  its.touch();
  await done();
});
