import { entryLine, type EntryForm, gapLine } from './entry-forms.js';
import type { LinkedEntry } from '../chain/chain-content.js';
import type { AuditTarget, StreamedLine } from './targets/audit-target.js';

const BATCH = 500;

/** How far the audit log has been sent to each target. Only the process that holds a target's lease may change this. */
interface Positions {
  lease(target: string, process: string): Promise<number | undefined>;
  advance(target: string, process: string, number: number): Promise<boolean>;
  release(target: string, process: string): Promise<void>;
  entriesAfter(number: number, most: number): Promise<LinkedEntry[]>;
}

/**
 * Sends the hash chain to one target, in order and at least once. The position is stored after a batch is delivered, so
 * after a crash the last batch is sent again.
 */
export class AuditStream {
  /**
   * The number, in the hash chain, of the last audit entry that this process has sent. Its delivery may not be
   * confirmed yet.
   */
  #sent: number | undefined;
  /**
   * Set if sending the last batch failed: the number of its entries. The same batch is sent again, so that a receiver
   * can recognise that it has it already.
   */
  #failedSize: number | undefined;

  constructor(
    private readonly positions: Positions,
    private readonly target: AuditTarget,
    private readonly form: EntryForm,
    private readonly process: string,
  ) {}

  get name(): string {
    return this.target.name;
  }

  /** Sends one batch. Resolves to true if there may be more entries. */
  async sendBatch(): Promise<boolean> {
    try {
      return await this.#sendNext();
    } catch (error) {
      this.#beginAgain();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#beginAgain();
    await this.positions.release(this.name, this.process);
  }

  async #sendNext(): Promise<boolean> {
    const arrived = await this.positions.lease(this.name, this.process);
    if (arrived === undefined) {
      this.#beginAgain();
      return false;
    }
    this.#sent ??= arrived;
    const most = this.#failedSize ?? this.target.batch ?? BATCH;
    const entries = await this.positions.entriesAfter(this.#sent, most);
    this.#failedSize = entries.length || undefined;
    const known = await this.target.send(linesOf(this.form, this.#sent, entries));
    this.#failedSize = undefined;
    this.#sent = entries.at(-1)?.number ?? this.#sent;
    if (known !== undefined && known > arrived && !(await this.positions.advance(this.name, this.process, known))) {
      this.#beginAgain();
    }
    return entries.length === most;
  }

  #beginAgain(): void {
    this.#sent = undefined;
    this.target.close();
  }
}

/**
 * Converts entries to lines. Before each entry whose number does not follow the previous one, a line reports the gap.
 */
function linesOf(form: EntryForm, sent: number, entries: readonly LinkedEntry[]): StreamedLine[] {
  return entries.flatMap((entry, index) => {
    const { number, at, kind, outcome } = entry;
    const next = (entries[index - 1]?.number ?? sent) + 1;
    const line = { number, at, kind, refused: outcome === 'refused', text: entryLine(form, entry) };
    if (number === next) return [line];
    return [{ ...line, kind: 'audit.gap', refused: true, text: gapLine(form, { from: next, to: number - 1 }) }, line];
  });
}
