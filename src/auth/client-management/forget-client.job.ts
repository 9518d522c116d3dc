import { Injectable } from '@nestjs/common';
import { HandlesJob, JobHandler, type JobRun } from '../../shared/jobs/index.js';
import type { Client } from '../client/client.entity.js';
import { ClientRemoved } from '../contract/auth.events.js';
import { purge } from '../../shared/events/index.js';
import { Database, type Tx } from '../../shared/persistence/index.js';

const FORGET_CLIENT = 'auth/forget-client';

/** Announces that a client was deleted, and requests the job that deletes what is stored for it. */
export function forgetClient(tx: Tx, { clientId, enterpriseId, test }: Client): void {
  tx.record(new ClientRemoved({ clientId, enterpriseId, test }));
  tx.pending.jobs.push({ kind: FORGET_CLIENT, payload: { clientId } });
}

/** Deletes the grants and refresh tokens of a deleted client, which would otherwise be stored until they expire. */
@Injectable()
@HandlesJob(FORGET_CLIENT)
export class ForgetClient extends JobHandler<{ clientId: string }> {
  constructor(private readonly db: Database) {
    super();
  }

  perform({ clientId }: { clientId: string }, { signal }: JobRun): Promise<void> {
    return purge(this.db, OF_CLIENT, signal, clientId);
  }
}

const OF_CLIENT = `
  DELETE FROM auth.engine_record WHERE (model, id_hash) IN (
    SELECT model, id_hash FROM auth.engine_record
    WHERE model IN ('Grant', 'RefreshToken') AND payload->>'clientId' = $2 LIMIT $1)
  RETURNING 1`;
