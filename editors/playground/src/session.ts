// Keeps the engine's files like the editors' and asks for findings: one check at a time, always of the newest texts.
import type { Finding } from './answers';
import { Engine, Stopped } from './engine';
import type { SyncedFile } from './files';
import { Refusal } from './wasm';
import type { Step } from './worker';

export interface Listener {
  findings(found: readonly [SyncedFile, Finding[]][]): void;
  /** All texts are checked. */
  settled(): void;
  busy(isBusy: boolean): void;
  trouble(message: string): void;
}

export class Session {
  private kubernetes: string | undefined;
  private sentKubernetes: string | undefined;
  private old: string | undefined;
  private sentOld: string | undefined;
  private asking = 0;
  private running: Promise<void> | undefined;
  private isDirty = true;
  /** No check before the next edit: the last one failed, or was stopped. */
  private isHeld = false;

  constructor(
    private readonly engine: Engine,
    readonly files: readonly SyncedFile[],
    private readonly listener: Listener,
  ) {}

  setKubernetes(kubernetes: string): void {
    this.kubernetes = kubernetes;
    this.touch();
  }

  /** The objects that those of the files replace. */
  setOld(old: string | undefined): void {
    if (old === this.old) return;
    this.old = old;
    this.touch();
  }

  /** Something changed. */
  touch(): void {
    this.isDirty = true;
    this.isHeld = false;
    this.running ??= this.run().finally(() => (this.running = undefined));
  }

  /** The engine began anew. */
  forget(): void {
    this.files.forEach((file) => file.forget());
    this.sentKubernetes = undefined;
    this.sentOld = undefined;
  }

  stop(): void {
    this.isHeld = true;
    this.engine.stop();
  }

  /** Asks about the newest texts; undefined if the engine was stopped meanwhile. */
  async ask<Answer>(request: object): Promise<Answer | undefined> {
    this.busy(1);
    try {
      const answers = await this.engine.all([...this.news(), { request }]);
      return answers.at(-1) as Answer;
    } catch (why) {
      if (why instanceof Stopped) return undefined;
      throw why;
    } finally {
      this.busy(-1);
    }
  }

  /** Counts what is being done. */
  private busy(more: 1 | -1): void {
    this.asking += more;
    if (this.asking === Math.max(more, 0)) this.listener.busy(more === 1);
  }

  /** What makes the engine know the newest texts. */
  private news(): Step[] {
    this.engine.begin();
    const news: Step[] = [];
    if (this.kubernetes !== undefined && this.kubernetes !== this.sentKubernetes) {
      this.sentKubernetes = this.kubernetes;
      news.push({ request: { method: 'settings', kubernetes: this.kubernetes } });
    }
    if (this.old !== this.sentOld) {
      this.sentOld = this.old;
      news.push({ request: { method: 'old', ...(this.old === undefined ? {} : { text: this.old }) } });
    }
    for (const file of this.files) {
      const updates = file.updates();
      if ('text' in updates) news.push({ file: file.name, text: updates.text });
      else news.push(...updates.edits.map((request) => ({ request })));
    }
    return news;
  }

  private async run(): Promise<void> {
    this.busy(1);
    try {
      while (this.isDirty && !this.isHeld) {
        this.isDirty = false;
        const news = this.news();
        const docs = this.files.map(({ doc }) => doc);
        const checked = this.files.filter((file) => !file.isLong);
        const checks = checked.map((file) => ({ request: { method: 'check', file: file.name, typing: true } }));
        const answers = await this.engine.all([...news, ...checks]);
        const found = this.files.map((file): [SyncedFile, Finding[]] => {
          const number = checked.indexOf(file);
          return [file, number === -1 ? [] : (answers[news.length + number] as Finding[])];
        });
        // What was typed meanwhile is checked next; its findings would be at other places.
        const newest = found.filter(([file], number) => file.doc === docs[number]);
        if (newest.length < found.length) this.isDirty = true;
        this.listener.findings(newest);
      }
      if (!this.isHeld) this.listener.settled();
    } catch (why) {
      this.isHeld = true;
      if (why instanceof Stopped && why.message === 'stopped') this.listener.trouble('Stopped. The next edit is checked again.');
      else if (why instanceof Refusal) this.listener.trouble(why.message);
      else this.listener.trouble(`crdls failed on this text, and starts again with the next edit (${String(why)}).`);
    } finally {
      this.busy(-1);
    }
  }
}
