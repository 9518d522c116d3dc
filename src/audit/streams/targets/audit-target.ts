/** A line for an external system, with the values that its protocol needs. */
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
   * Sends the lines that follow those of the previous call. Returns the number of the last one that has certainly
   * arrived, or `undefined` if that is not known of any. Without lines it only checks. After an error, the caller
   * begins again after the last number that was returned.
   */
  send(lines: readonly StreamedLine[]): Promise<number | undefined>;

  close(): void;
}
