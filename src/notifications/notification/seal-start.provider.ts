import { Logger } from '@nestjs/common';
import type { Repository } from 'typeorm';
import type { UnitOfWork } from '../../shared/persistence/index.js';
import type { BlindIndex } from '../../shared/security/index.js';
import type { SealStartRecord } from './seal-start-record.entity.js';

const PURPOSE = 'notifications/seal-start';
/** The migration sets a start within a day. A later time cannot be from it. */
const LONGEST = `interval '25 hours'`;

/**
 * The time from which the outcome of every notification is sealed. Only those that were created before may lack a seal.
 */
export class SealStart {
  constructor(readonly since: Date) {}
}

/**
 * The first process after the migration seals what the migration wrote. Nothing is exempt when that was altered or is
 * gone: notifications from before then read TAMPERED, which is noticed, and none from since can be passed off as old.
 */
export async function openSealStart(
  records: Repository<SealStartRecord>,
  uow: UnitOfWork,
  index: BlindIndex,
): Promise<SealStart> {
  const row = await read(records);
  if (row && row.seal === null) await sealIt(uow, row.since, index);
  const sealed = row?.seal === null ? await read(records) : row;
  if (sealed?.seal && index.matches(sealed.seal, textOf(sealed.since), PURPOSE)) return new SealStart(sealed.since);
  new Logger(SealStart.name).error(
    'notifications.seal_start was altered or removed: no notification is taken for one from before outcomes were sealed',
  );
  return new SealStart(new Date(0));
}

/** Written once. A second entry of this kind in the audit log means that somebody has put another time there. */
function sealIt(uow: UnitOfWork, since: Date, index: BlindIndex): Promise<void> {
  return uow.run(async (tx) => {
    const sealed = await tx.rows(SEAL, [index.hash(textOf(since), PURPOSE), since]);
    if (sealed.length === 0) return;
    tx.pending.audit.push({ kind: 'notifications.outcomes-sealed', details: { since: since.toISOString() } });
  });
}

const textOf = (since: Date): string => String(since.getTime());

const read = (records: Repository<SealStartRecord>): Promise<SealStartRecord | null> =>
  records.findOneBy({ onlyOne: true });

const SEAL = `
  UPDATE notifications.seal_start SET seal = $1
  WHERE seal IS NULL AND since = $2 AND since <= now() + ${LONGEST} RETURNING 1`;
