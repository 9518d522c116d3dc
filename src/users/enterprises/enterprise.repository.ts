import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, MoreThan, Not, Repository } from 'typeorm';
import type { Tx } from '../../shared/persistence/index.js';
import { OPERATORS_ENTERPRISE } from '../contract/ports.js';
import { Enterprise } from './enterprise.entity.js';

@Injectable()
export class EnterpriseRepository {
  constructor(@InjectRepository(Enterprise) private readonly rows: Repository<Enterprise>) {}

  find(enterpriseId: string): Promise<Enterprise | null> {
    return this.rows.findOneBy({ enterpriseId });
  }

  lock(tx: Tx, enterpriseId: string): Promise<Enterprise | null> {
    return tx.lock(Enterprise, { enterpriseId });
  }

  /** Returns enterprises ordered by id, except the one that the operators of this service belong to. */
  list(limit: number, after = ''): Promise<Enterprise[]> {
    return this.rows.find({
      where: { enterpriseId: And(MoreThan(after), Not(OPERATORS_ENTERPRISE)) },
      order: { enterpriseId: 'ASC' },
      take: limit,
    });
  }
}
