import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { advisoryLocks, type Tx } from '../../shared/persistence/index.js';
import type { OpenAlarm } from './alarm-changes.js';
import { StoredAlarm } from './stored-alarm.entity.js';

@Injectable()
export class OpenAlarmRepository {
  constructor(@InjectRepository(StoredAlarm) private readonly alarms: Repository<StoredAlarm>) {}

  all(): Promise<OpenAlarm[]> {
    return this.alarms.find();
  }

  /**
   * Locks the open alarms until the transaction ends, so that two concurrent checks do not start from the same state.
   */
  async lockAll(tx: Tx): Promise<OpenAlarm[]> {
    await tx.rows('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.alarms]);
    return tx.manager.find(StoredAlarm);
  }

  async replace(tx: Tx, open: readonly OpenAlarm[]): Promise<void> {
    tx.send('DELETE FROM operators.open_alarm');
    for (const alarm of open) await tx.add(Object.assign(new StoredAlarm(), alarm));
  }
}
