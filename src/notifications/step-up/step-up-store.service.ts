import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { JobHandler, type JobRun, Recurring } from '../../shared/jobs/index.js';
import { purge } from '../../shared/events/index.js';
import { newId } from '../../shared/kernel/index.js';
import { Database } from '../../shared/persistence/index.js';
import type { StepUp } from './step-up.entity.js';

/** Identifies the one answer to one notification that a step-up confirms. */
export type StepUpFor = Readonly<Pick<StepUp, 'sub' | 'notificationUuid' | 'response'>>;

export type BegunStepUp = Readonly<Pick<StepUp, 'stepUpId' | 'expiresAt'>>;

/** Step-ups that have begun. Each is valid once, for two minutes. */
@Injectable()
export class StepUpStore {
  constructor(private readonly db: Database) {}

  async begin({ sub, notificationUuid, response }: StepUpFor): Promise<BegunStepUp> {
    const stepUpId = newId();
    const begun = await this.db.one<{ expiresAt: Date }>(BEGIN, [stepUpId, sub, notificationUuid, response]);
    if (!begun) throw new Error('A step-up was not kept');
    return { stepUpId, expiresAt: begun.expiresAt };
  }

  /** Uses the step-up up, whatever the result. */
  async redeem(stepUpId: string, { sub, notificationUuid, response }: StepUpFor): Promise<boolean> {
    if (!isUuid(stepUpId)) return false;
    const used = await this.db.one<{ holds: boolean }>(REDEEM, [stepUpId, sub, notificationUuid, response]);
    return used?.holds ?? false;
  }
}

/** If a user begins again and again, only the last ones are kept. */
const BEGIN = `
  WITH surplus AS (
    DELETE FROM notifications.step_up WHERE step_up_id IN (
      SELECT step_up_id FROM notifications.step_up WHERE sub = $2 ORDER BY expires_at DESC OFFSET 4)
  ), asked AS (
    INSERT INTO notifications.notification_event (notification_uuid, kind, details)
    VALUES ($3, 'step-up-asked', jsonb_build_object('action', $4::text))
  )
  INSERT INTO notifications.step_up (step_up_id, sub, notification_uuid, response, expires_at)
  VALUES ($1, $2, $3, $4, now() + interval '2 minutes') RETURNING expires_at AS "expiresAt"`;

const REDEEM = `
  DELETE FROM notifications.step_up WHERE step_up_id = $1 AND sub = $2
  RETURNING notification_uuid = $3 AND response = $4 AND expires_at > now() AS holds`;

@Injectable()
@Recurring('notifications/purge-step-ups', { everySeconds: 3_600 })
export class PurgeStepUps extends JobHandler {
  constructor(private readonly db: Database) {
    super();
  }

  perform(_payload: object, { signal }: JobRun): Promise<void> {
    return purge(this.db, EXPIRED, signal);
  }
}

const EXPIRED = `
  DELETE FROM notifications.step_up WHERE step_up_id IN (
    SELECT step_up_id FROM notifications.step_up WHERE expires_at < now() ORDER BY expires_at LIMIT $1)
  RETURNING 1`;
