import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { Recurring } from '../../shared/jobs/index.js';
import { PurgeJob } from '../../shared/events/index.js';
import { newId } from '../../shared/kernel/index.js';
import { Database } from '../../shared/persistence/index.js';
import type { StepUp } from './step-up.entity.js';

/** The answer that a step-up confirms. The step-up is valid for this answer only. */
export type StepUpFor = Readonly<Pick<StepUp, 'sub' | 'notificationUuid' | 'response'>>;

export type BegunStepUp = Readonly<Pick<StepUp, 'stepUpId' | 'expiresAt'>>;

/** Stores step-ups that have been started. Each can be used once, within two minutes. */
@Injectable()
export class StepUpStore {
  constructor(private readonly db: Database) {}

  async begin({ sub, notificationUuid, response }: StepUpFor): Promise<BegunStepUp> {
    const stepUpId = newId();
    const begun = await this.db.one<{ expiresAt: Date }>(BEGIN, [stepUpId, sub, notificationUuid, response]);
    if (!begun) throw new Error('A step-up was not kept');
    return { stepUpId, expiresAt: begun.expiresAt };
  }

  /** Returns whether the step-up confirms this answer. In either case it is deleted, and cannot be used again. */
  async redeem(stepUpId: string, { sub, notificationUuid, response }: StepUpFor): Promise<boolean> {
    if (!isUuid(stepUpId)) return false;
    const used = await this.db.one<{ holds: boolean }>(REDEEM, [stepUpId, sub, notificationUuid, response]);
    return used?.holds ?? false;
  }
}

/** Starts a step-up. Only a user's newest step-ups are kept, so that repeated starts do not fill the table. */
const BEGIN = `
  WITH surplus AS (
    DELETE FROM notifications.step_up WHERE step_up_id IN (
      SELECT step_up_id FROM notifications.step_up WHERE sub = $2 ORDER BY expires_at DESC OFFSET 4)
  )
  INSERT INTO notifications.step_up (step_up_id, sub, notification_uuid, response, expires_at)
  VALUES ($1, $2, $3, $4, now() + interval '2 minutes') RETURNING expires_at AS "expiresAt"`;

const REDEEM = `
  DELETE FROM notifications.step_up WHERE step_up_id = $1 AND sub = $2
  RETURNING notification_uuid = $3 AND response = $4 AND expires_at > now() AS holds`;

@Injectable()
@Recurring('notifications/purge-step-ups', { everySeconds: 3_600 })
export class PurgeStepUps extends PurgeJob {
  protected readonly statements = [EXPIRED];
}

const EXPIRED = `
  DELETE FROM notifications.step_up WHERE step_up_id IN (
    SELECT step_up_id FROM notifications.step_up WHERE expires_at < now() ORDER BY expires_at LIMIT $1)
  RETURNING 1`;
