import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThanOrEqual, type Repository } from 'typeorm';
import type { Tx } from '../../../shared/persistence/index.js';
import { SealedRows } from '../../../shared/security/index.js';
import { FactorRecovery } from './factor-recovery.entity.js';

/** Reads and stores replacements of second factors. A row whose keyed hash does not match is treated as missing. */
@Injectable()
export class FactorRecoveryRepository {
  constructor(
    @InjectRepository(FactorRecovery) private readonly rows: Repository<FactorRecovery>,
    private readonly seals: SealedRows,
  ) {}

  /** The user's latest replacement of a second factor, in any state. */
  latest(sub: string): Promise<FactorRecovery | undefined> {
    return this.#sealed(this.rows.findOne({ where: { sub }, order: { startedAt: 'DESC', id: 'DESC' } }));
  }

  find(id: string): Promise<FactorRecovery | undefined> {
    return this.#sealed(this.rows.findOneBy({ id }));
  }

  isCheck(checkId: string): Promise<boolean> {
    return this.rows.existsBy({ checkId });
  }

  lockOfCheck(tx: Tx, checkId: string): Promise<FactorRecovery | undefined> {
    return this.#sealed(tx.lock(FactorRecovery, { checkId }));
  }

  lockOpen(tx: Tx, sub: string): Promise<FactorRecovery | undefined> {
    return this.#sealed(tx.lock(FactorRecovery, { sub, state: In(['CHECKING', 'WAITING']) }));
  }

  /** Deletes the user's replacements, or only those that began before the given time. */
  async forget(tx: Tx, sub: string, until?: Date): Promise<void> {
    await tx.manager.delete(FactorRecovery, { sub, ...(until && { startedAt: LessThanOrEqual(until) }) });
  }

  /** Stores the id of the notification in a column that the row's keyed hash does not cover. */
  async noteQuestion(id: string, notificationUuid: string): Promise<void> {
    await this.rows.update({ id }, { notificationUuid });
  }

  async #sealed(row: Promise<FactorRecovery | null>): Promise<FactorRecovery | undefined> {
    const found = await row;
    return found && (await this.seals.holds(found)) ? found : undefined;
  }
}

/** Deletes replacements of second factors, in any state, after their `ends_at`. */
export const DELETE_EXPIRED_RECOVERIES = `
  DELETE FROM auth.factor_recovery WHERE id IN (
    SELECT id FROM auth.factor_recovery WHERE ends_at < now() LIMIT $1)
  RETURNING 1`;
