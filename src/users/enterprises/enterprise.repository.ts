import { Injectable } from '@nestjs/common';
import { And, MoreThan, Not } from 'typeorm';
import { Database, type Tx } from '../../shared/persistence/index.js';
import { OPERATORS_ENTERPRISE } from '../contract/ports.js';
import { Enterprise } from './enterprise.entity.js';

@Injectable()
export class EnterpriseRepository {
  constructor(private readonly db: Database) {}

  find(enterpriseId: string): Promise<Enterprise | null> {
    return this.db.dataSource.manager.findOneBy(Enterprise, { enterpriseId });
  }

  lock(tx: Tx, enterpriseId: string): Promise<Enterprise | null> {
    return tx.lock(Enterprise, { enterpriseId });
  }

  /** Ordered by id, without the one of the operators of this service. */
  list(limit: number, after = ''): Promise<Enterprise[]> {
    return this.db.dataSource.manager.find(Enterprise, {
      where: { enterpriseId: And(MoreThan(after), Not(OPERATORS_ENTERPRISE)) },
      order: { enterpriseId: 'ASC' },
      take: limit,
    });
  }
}
