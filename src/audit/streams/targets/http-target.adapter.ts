import type { Clock } from '../../../shared/kernel/index.js';
import { type Outbound, signatureHeaders } from '../../../shared/outbound/index.js';
import type { AuditTarget, StreamedLine } from './audit-target.js';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 4_096;

export interface HttpReceiver {
  readonly url: string;
  readonly secret: string;
}

/** Posts batches of entries in signed requests. A 2xx response confirms the delivery. */
export class HttpTarget implements AuditTarget {
  readonly name = 'http';
  /** Small batches, because most servers refuse large bodies. */
  readonly batch = 100;

  constructor(
    private readonly receiver: HttpReceiver,
    private readonly outbound: Outbound,
    private readonly clock: Clock,
  ) {}

  async send(lines: readonly StreamedLine[]): Promise<number | undefined> {
    const [first, last] = [lines[0], lines.at(-1)];
    if (!first || !last) return undefined;
    const at = this.clock.now();
    const entries = lines.map(({ text }) => text).join(',');
    const body = `{"type":"audit","timestamp":"${at.toISOString()}","data":{"entries":[${entries}]}}`;
    await this.#post(`audit-${first.number}-${last.number}`, at, body);
    return last.number;
  }

  close(): void {
    // Nothing to close: each request uses its own connection.
  }

  /** Posts one batch. A retry has the id of the failed request if it contains the same entries. */
  async #post(id: string, at: Date, body: string): Promise<void> {
    const { url, secret } = this.receiver;
    const headers = { 'Content-Type': 'application/json', ...signatureHeaders({ id, at, body }, [secret]) };
    const call = { purpose: 'audit', method: 'POST', url, headers, body } as const;
    const { status } = await this.outbound.send({ ...call, timeoutMs: TIMEOUT_MS, mostBytes: ANSWER_BYTES });
    if (status < 200 || status > 299) throw new Error(`The receiver of the audit log did not take a batch (${status})`);
  }
}
