import type { Sql } from '../../../shared/persistence/index.js';
import { sentenceOf, type ChainReport, type Fault } from './chain-report.js';
import { verifyChain } from './verify-chain.js';

export interface VerifyAuditOptions {
  /** A checkpoint that was stored outside the database. */
  readonly checkpoint?: string | undefined;
}

const SAY_EVERY_MS = 5_000;

/**
 * Verifies the audit log and prints the result. Returns 0 if the log is intact, 1 if it is damaged, and 2 if entries
 * have no link yet.
 */
export async function verifyAudit(
  db: Sql,
  print: (line: string) => void,
  { checkpoint }: VerifyAuditOptions = {},
): Promise<number> {
  print('Verifying the audit log ...');
  const report = await verifyChain(db, { checkpoint, onProgress: progress(print) });
  for (const line of findings(report, checkpoint !== undefined)) print(line);
  if (report.faults.length > 0) return 1;
  return report.unlinked.count > 0 ? 2 : 0;
}

function progress(print: (line: string) => void): (links: number, of: number) => void {
  const began = performance.now();
  let next = began + SAY_EVERY_MS;
  return (links, of) => {
    const now = performance.now();
    if (now < next) return;
    next = now + SAY_EVERY_MS;
    const rate = Math.round((links * 1000) / (now - began));
    print(`  ${count(links)} of ${count(of)} links (${Math.floor((100 * links) / of)} %), ${count(rate)} a second`);
  };
}

function findings(report: ChainReport, compared: boolean): string[] {
  const { faults, unlinked, newestCheckpoint } = report;
  const checked =
    `${count(report.links)} links from the first one on, ${count(report.checkpoints)} checkpoints and ` +
    `${count(report.aliases)} aliases are sound.`;
  const waiting = unlinked.count > 0 ? [unlinkedLine(unlinked.count, unlinked.oldest)] : [];
  if (faults.length > 0) return ['The audit log was DAMAGED.', ...faults.map(lineOf), ...waiting, checked];
  return [
    `Nothing was damaged: ${checked}`,
    ...waiting,
    ...(compared ? ['The chain agrees with the checkpoint that was given.'] : []),
    ...(newestCheckpoint ? keepThis(newestCheckpoint) : []),
  ];
}

const lineOf = (fault: Fault): string => `  ${positionOf(fault)}: ${sentenceOf(fault)}.`;

function positionOf({ what, number, entryId, after, alias }: Fault): string {
  if (alias !== undefined) return `Alias ${alias}`;
  if (what === 'alteredComments') return `Entry ${entryId ?? ''}`;
  if (number === undefined) return 'The given checkpoint';
  if (what === 'forgedCheckpoint') return `Checkpoint of link ${count(number)}`;
  if (what === 'rewritten') return `Between link ${count(after ?? 1)} and ${count(number)}`;
  return entryId === undefined ? `Link ${count(number)}` : `Link ${count(number)}, entry ${entryId}`;
}

const unlinkedLine = (howMany: number, oldest: Date | null): string =>
  `Without a link: ${count(howMany)}, the oldest entry of ${oldest?.toISOString() ?? 'unknown time'}: ` +
  'nothing protects them until a process with the surface "worker" runs.';

const keepThis = (jws: string): string[] => [
  '',
  'The newest checkpoint. Keep copies outside of this database: someone who can change all of it can replace chain,',
  'checkpoints and keys together, and only a copy, given as --checkpoint, will tell.',
  jws,
];

const count = (value: number): string => value.toLocaleString('en-US');
