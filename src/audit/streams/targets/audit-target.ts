/** One line that is sent to an external system, with the values that the system's protocol needs. */
export interface StreamedLine {
  readonly number: number;
  readonly at: string;
  readonly kind: string;
  readonly refused: boolean;
  /** The text of the line: JSON, without a line break. */
  readonly text: string;
}

/** An external system that receives the audit log. */
export interface AuditTarget {
  readonly name: string;
  /** The maximum number of entries in one batch, if lower than the default. */
  readonly batch?: number;

  /**
   * Sends the lines that follow those of the previous call. Returns the number of the last line that has certainly been
   * delivered, or `undefined` if none has. If called without lines, only checks earlier deliveries. After an error, the
   * caller sends again from the last returned number.
   */
  send(lines: readonly StreamedLine[]): Promise<number | undefined>;

  close(): void;
}
