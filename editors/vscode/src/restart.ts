// When to start a lost server again, and when to rest. Knows times, not processes.

/** How long to wait before each new start. After the last one the server rests. */
export const DELAYS_MS: readonly number[] = [0, 1_000, 4_000];
/** Losses further apart than this do not add up. */
export const WINDOW_MS = 3 * 60_000;

export class RestartPolicy {
  private losses: number[] = [];

  /** Notes that the server was lost at `now`; how long to wait before the next start, or undefined: rest. */
  lost(now: number): number | undefined {
    this.losses = [...this.losses.filter((time) => now - time < WINDOW_MS), now];
    return DELAYS_MS[this.losses.length - 1];
  }

  /** The user asked for a start: what was before does not count. */
  forgive(): void {
    this.losses = [];
  }
}
