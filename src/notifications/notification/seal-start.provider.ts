import { Logger } from '@nestjs/common';
import type { Repository } from 'typeorm';
import type { UnitOfWork } from '../../shared/persistence/index.js';
import type { BlindIndex } from '../../shared/security/index.js';
import type { SealStartRecord } from './seal-start-record.entity.js';

const PURPOSE = 'notifications/seal-start';
/**
 * Maximum time by which `since`, the stored time from which outcomes are sealed, may be in the future when a process
 * first reads it. A migration sets it a day ahead at most, so a later time was altered.
 */
const LONGEST = `interval '25 hours'`;

/**
 * The time from which the outcome of every notification is sealed with a keyed hash. Only the outcome of a notification
 * that was created earlier may have no seal.
 */
export class SealStart {
  constructor(readonly since: Date) {}
}

/**
 * Reads the time from which outcomes are sealed. The first process after the migration seals that time. If it is
 * altered or removed later, every notification must have an outcome seal: older ones without it appear as TAMPERED,
 * which operators notice, but no newer notification can pass for an older one.
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

/**
 * Seals the time from which outcomes are sealed. This happens only once: a second audit entry of this kind means that
 * someone has replaced that time.
 */
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
