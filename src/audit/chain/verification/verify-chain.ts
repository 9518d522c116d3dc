import type { Sql } from '../../../shared/persistence/index.js';
import { publicCheckpointKeys } from '../checkpoints/checkpoint.js';
import type { ChainReport } from './chain-report.js';
import { unlinkedSince, verifyLinks } from './verify-links.js';
import { verifyAliases } from './verify-aliases.js';
import { verifyComments } from './verify-comments.js';
import { verifyCheckpoint, verifyCheckpoints } from './verify-checkpoints.js';

export interface VerifyOptions {
  /**
   * A checkpoint stored outside the database: the only evidence against an attacker who can change the whole database.
   */
  readonly checkpoint?: string | undefined;
  readonly onProgress?: ((links: number, of: number) => void) | undefined;
  /** How long a committed entry may wait for its link, in milliseconds. */
  readonly patienceMs?: number | undefined;
}

/** Verifies the audit log as it is at the time of the call: links, checkpoints, aliases, and entries without a link. */
export async function verifyChain(sql: Sql, options: VerifyOptions = {}): Promise<ChainReport> {
  const { checkpoint, onProgress = () => undefined, patienceMs = 3_000 } = options;
  const began = performance.now();
  const { head, signed, newestCheckpoint, snapshot } = await presentState(sql);
  const links = await verifyLinks(sql, head, (number) => onProgress(number, head));
  const extent = { sound: links.sound, head };
  const keys = await publicCheckpointKeys(sql);
  const checkpoints = await verifyCheckpoints(sql, keys, extent, signed);
  const kept = checkpoint === undefined ? undefined : await verifyCheckpoint(sql, keys, extent, checkpoint);
  const aliases = await verifyAliases(sql);
  const comments = await verifyComments(sql);
  return {
    links: links.sound,
    checkpoints: checkpoints.agreed,
    aliases: aliases.agreed,
    faults: [links.fault, checkpoints.fault, kept, aliases.fault, comments].filter((fault) => fault !== undefined),
    unlinked: await unlinkedSince(sql, snapshot, began + patienceMs - performance.now()),
    newestCheckpoint,
  };
}

interface PresentState {
  readonly head: number;
  readonly signed: number;
  readonly newestCheckpoint: string | null;
  readonly snapshot: string;
}

/**
 * Reads everything in one snapshot: otherwise a checkpoint made during the verification could appear to be beyond the
 * chain's end.
 */
async function presentState(sql: Sql): Promise<PresentState> {
  const [state] = await sql.rows<PresentState>(`
    SELECT coalesce((SELECT max(number) FROM shared.audit_link), 0)::float8 AS head, coalesce(c.number, 0)::float8 AS signed,
           c.jws AS "newestCheckpoint", pg_current_snapshot()::text AS snapshot
    FROM (VALUES (1)) one
    LEFT JOIN (SELECT number, jws FROM shared.audit_checkpoint ORDER BY number DESC LIMIT 1) c ON true`);
  if (!state) throw new Error('The database did not answer');
  return state;
}
