import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { advisoryLocks, type Tx } from '../../shared/persistence/index.js';
import { ManagedObject } from './managed-object.entity.js';

/**
 * Stores the objects of all enterprises that configuration files manage. Methods take no tenant, because only the
 * command line and the startup of a process call them.
 */
@Injectable()
export class ManagedObjectRepository {
  constructor(@InjectRepository(ManagedObject) private readonly rows: Repository<ManagedObject>) {}

  /** Waits until no other process is changing an object from files, and keeps others out until the transaction ends. */
  async lock(tx: Tx): Promise<void> {
    await tx.rows('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.configuration]);
  }

  find(name: string): Promise<ManagedObject | null> {
    return this.rows.findOneBy({ name });
  }

  ofSet(managedBy: string): Promise<ManagedObject[]> {
    return this.rows.find({ where: { managedBy }, order: { name: 'ASC' } });
  }

  async put(tx: Tx, { name, managedBy, list, enterpriseId, test, key, created, applied, appliedAt }: ManagedObject) {
    await tx.rows(PUT, [name, managedBy, list, enterpriseId, test, key, created, JSON.stringify(applied), appliedAt]);
  }

  async remove(tx: Tx, name: string): Promise<void> {
    await tx.rows('DELETE FROM shared.managed_object WHERE name = $1', [name]);
  }
}

const PUT = `
  INSERT INTO shared.managed_object
    (name, managed_by, list, enterprise_id, test, key, created, applied, applied_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (name) DO UPDATE SET managed_by = excluded.managed_by, created = excluded.created,
    applied = excluded.applied, applied_at = excluded.applied_at`;
