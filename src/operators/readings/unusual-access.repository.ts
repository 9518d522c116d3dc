import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository } from 'typeorm';
import type { Tenant } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import { UnusualAccess } from './unusual-access.entity.js';

/** Stores when an enterprise was last alerted about each operator, so that it is alerted at most once an hour. */
@Injectable()
export class UnusualAccessRepository {
  constructor(@InjectRepository(UnusualAccess) private readonly rows: Repository<UnusualAccess>) {}

  /**
   * Records an alert. Returns false if there has been one since `before`, or if another process is sending one right
   * now.
   */
  async note(tx: Tx, { enterpriseId, test }: Tenant, sub: string, now: Date, before: Date): Promise<boolean> {
    return (await tx.rows(NOTE, [enterpriseId, test, sub, now, before])).length > 0;
  }

  async purge(before: Date): Promise<void> {
    await this.rows.delete({ toldAt: LessThan(before) });
  }
}

/** Records an alert. It is a single statement, so that of two concurrent processes only one sends the alert. */
const NOTE = `
  INSERT INTO operators.unusual_reading AS known (enterprise_id, test, sub, told_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (enterprise_id, test, sub) DO UPDATE SET told_at = $4 WHERE known.told_at <= $5
  RETURNING 1`;
