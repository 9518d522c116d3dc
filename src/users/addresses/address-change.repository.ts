import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Repository } from 'typeorm';
import type { Tx } from '../../shared/persistence/index.js';
import { AddressChange } from './address-change.entity.js';

/** Stores changes to mail addresses. Callers must lock the row of a user before they modify the user's changes. */
@Injectable()
export class AddressChangeRepository {
  constructor(@InjectRepository(AddressChange) private readonly rows: Repository<AddressChange>) {}

  asked(sub: string): Promise<AddressChange | null> {
    return this.rows.findOneBy({ sub, state: 'ASKED' });
  }

  of(sub: string): Promise<AddressChange[]> {
    return this.rows.find({ where: { sub }, order: { changedAt: 'ASC' } });
  }

  find(id: string): Promise<AddressChange | null> {
    return this.rows.findOneBy({ id });
  }

  lock(tx: Tx, id: string): Promise<AddressChange | null> {
    return tx.lock(AddressChange, { id });
  }

  lockAsked(tx: Tx, sub: string): Promise<AddressChange | null> {
    return tx.lock(AddressChange, { sub, state: 'ASKED' });
  }

  /**
   * Returns the changes that can be undone, oldest first. Always executes the same single statement, so that the
   * response time reveals nothing to a person who guesses codes.
   */
  undoable(tx: Tx, sub: string, now: Date): Promise<AddressChange[]> {
    const where = { sub, state: 'CHANGED' as const, endsAt: MoreThan(now) };
    return tx.manager.find(AddressChange, { where, order: { changedAt: 'ASC', id: 'ASC' } });
  }

  async forgetAsked(tx: Tx, sub: string): Promise<void> {
    await tx.manager.delete(AddressChange, { sub, state: 'ASKED' });
  }

  async forget(tx: Tx, sub: string): Promise<void> {
    await tx.manager.delete(AddressChange, { sub });
  }
}
