import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { Database, type Tx } from '../../shared/persistence/index.js';
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

  /** Ordered by id. */
  list(limit: number, after = ''): Promise<Enterprise[]> {
    return this.db.dataSource.manager.find(Enterprise, {
      where: { enterpriseId: MoreThan(after) },
      order: { enterpriseId: 'ASC' },
      take: limit,
    });
  }
}
