/** A line for a system outside, with what the way to it needs to know. */
export interface StreamedLine {
  readonly number: number;
  readonly at: string;
  readonly kind: string;
  readonly refused: boolean;
  /** JSON, without a line break. */
  readonly text: string;
}

/** Where the audit log goes to. */
export interface AuditTarget {
  readonly name: string;
  /** How many entries it takes at once, where that is fewer than usual. */
  readonly batch?: number;

  /**
   * Sends the lines after those of the call before, and returns the number of the last one that has surely arrived, or
   * undefined if that is not known of any. Without lines it only looks. Whoever gets an error begins again after the
   * last number that was returned.
   */
  send(lines: readonly StreamedLine[]): Promise<number | undefined>;

  close(): void;
}
