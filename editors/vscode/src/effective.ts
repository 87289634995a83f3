// The two sides of the preview of custom resources: as written, as stored. Knows texts; knows no editor.
import type { Effective } from './requests';

export interface Sides {
  readonly written: string;
  readonly stored: string;
}

/** Both sides with all resources of a document. Why the server would refuse one stands above it, as comments. */
export function sides(found: readonly Effective[]): Sides {
  const stored = found.map((one) => comments(one) + (one.stored ?? ''));
  return { written: found.map((one) => one.written).join('---\n'), stored: stored.join('---\n') };
}

function comments(one: Effective): string {
  return one.refused.map((why) => `# the server refuses this: ${why.replaceAll('\n', ' ')}\n`).join('');
}
