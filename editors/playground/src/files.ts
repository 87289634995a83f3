// The two files of the page, as the engine has them and as the editors have them.
import { Text, type ChangeSet } from '@codemirror/state';
import { say } from './dom';
import { placeAt, spanOf } from './places';

export const CRD = 'crd.yaml';
export const RESOURCE = 'resource.yaml';
export const GO = 'types.go';

const TITLES: Record<string, string> = { [CRD]: 'CRD', [RESOURCE]: 'Custom resource', [GO]: 'Go' };

/** A file, as people read of it. */
export const titleOf = (file: string): string => TITLES[file] ?? file;

/** A text as an editor has it. */
export const docOf = (text: string): Text => Text.of(text.split(/\r\n?|\n/));

/** Longer texts are not checked here: those of the API server's requests are not longer either. */
export const LONGEST = 3_000_000;

export function sayTooLong(file: string, length: number): void {
  const size = (length / 1e6).toFixed(1);
  say(`${titleOf(file)}: this text has ${size} MB. The page takes texts of up to ${LONGEST / 1e6} MB; in a terminal, crdls check has no limit.`);
}

/** A file, and what the engine does not know of it yet. */
export class SyncedFile {
  /** What the engine has; undefined if it has nothing. */
  private known: Text | undefined;
  private pending: ChangeSet | undefined;

  constructor(
    readonly name: string,
    public doc: Text,
  ) {}

  get isLong(): boolean {
    return this.doc.length > LONGEST;
  }

  change(changes: ChangeSet, doc: Text): void {
    this.doc = doc;
    if (this.known !== undefined) this.pending = this.pending?.compose(changes) ?? changes;
  }

  /** The engine knows nothing any more. */
  forget(): void {
    this.known = undefined;
    this.pending = undefined;
  }

  /** What tells the engine the text: a text as a whole, or edits of the one that it has. */
  updates(): { text: string } | { edits: object[] } {
    const { known, pending } = this;
    this.known = this.doc;
    this.pending = undefined;
    if (known === undefined) return { text: this.isLong ? '' : this.doc.toString() };
    if (pending === undefined) return { edits: [] };
    const edits: object[] = [];
    // From the end on, so that the places before an edit hold.
    pending.iterChanges((from, to, _start, _end, inserted) => {
      edits.unshift({ method: 'edit', file: this.name, range: spanOf(known, from, to), newText: inserted.toString() });
    });
    // An edit for each line of a long text takes longer than the text.
    if (edits.length > 200 || this.isLong || known.length > LONGEST) return { text: this.isLong ? '' : this.doc.toString() };
    return { edits };
  }

  place(offset: number): object {
    return placeAt(this.doc, offset);
  }
}
