import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { DomainError, Tenant } from '../../shared/kernel/index.js';
import { advisoryLocks, Database, type Tx } from '../../shared/persistence/index.js';
import { DetailType } from './detail-type.entity.js';

const COLUMNS = `enterprise_id AS "enterpriseId", test, type, version, schema, texts, removed,
  created_at AS "createdAt"`;

/** Reads and writes types of authorization details. No other class accesses their table. */
@Injectable()
export class DetailTypeRepository {
  constructor(
    private readonly db: Database,
    @InjectRepository(DetailType) private readonly rows: Repository<DetailType>,
  ) {}

  /** Returns the given version or, if none is given, the newest one, even if it marks the type as removed. */
  async find({ enterpriseId, test }: Tenant, type: string, version?: number): Promise<DetailType | undefined> {
    const where = { enterpriseId, test, type, ...(version !== undefined && { version }) };
    return (await this.rows.findOne({ where, order: { version: 'DESC' } })) ?? undefined;
  }

  /** The newest version of each type, ordered by type, without removed types. */
  async list({ enterpriseId, test }: Tenant, limit: number, after = ''): Promise<DetailType[]> {
    const rows = await this.db.rows(LIST, [enterpriseId, test, after, limit]);
    return rows.map((row) => Object.assign(new DetailType(), row));
  }

  /** Counts the versions of all types under a lock: other transactions that add a version wait. */
  async countLocked(tx: Tx, { enterpriseId, test, key }: Tenant): Promise<number> {
    await tx.rows('SELECT pg_advisory_xact_lock($1, hashtext($2))', [advisoryLocks.detailTypesOfTenant, key]);
    return tx.manager.countBy(DetailType, { enterpriseId, test });
  }

  /** Throws the given error `duplicate` if this version already exists. */
  add(tx: Tx, type: DetailType, duplicate: () => DomainError): Promise<void> {
    return tx.add(type, duplicate);
  }
}

const LIST = `
  SELECT * FROM (
    SELECT DISTINCT ON (type) ${COLUMNS} FROM auth.detail_type
    WHERE enterprise_id = $1 AND test = $2 AND type > $3 ORDER BY type, version DESC
  ) newest WHERE NOT removed ORDER BY type LIMIT $4`;
