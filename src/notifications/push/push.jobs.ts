import { Injectable, Logger } from '@nestjs/common';
import { HandlesJob, JobHandler, type JobRun } from '../../shared/jobs/index.js';
import type { JobRequest } from '../../shared/persistence/index.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import type { PushOutcome } from './push.js';
import type { NotificationRef } from '../contract/notifications.events.js';
import { PushRecipients } from './push-recipients.service.js';
import { PushRecords } from './push-records.service.js';
import { PushRefused } from './services/push-service.port.js';
import { PushServices } from './services/push-services.service.js';

const TO_ALL = 'notifications/push';
const TO_DEVICE = 'notifications/push-device';
/** The seconds to wait before each retry. There are few retries, because a late push is of little use. */
export const RETRY_WAIT_SECONDS = [2, 10, 60, 300];

type ToAll = { readonly enterpriseId: string; readonly test: boolean; readonly notificationUuid: string };
type ToDevice = ToAll & { readonly deviceId: string };

export const pushToAll = ({ enterpriseId, test, notificationUuid }: NotificationRef, dueAt?: Date): JobRequest => ({
  kind: TO_ALL,
  payload: { enterpriseId, test, notificationUuid },
  ...(dueAt && { dueAt }),
});

/** Finds the devices of the user, and creates one job for the push to each device. */
@Injectable()
@HandlesJob(TO_ALL, { concurrency: 4 })
export class PushToAll extends JobHandler<ToAll> {
  constructor(
    private readonly records: PushRecords,
    private readonly recipients: PushRecipients,
  ) {
    super();
  }

  async perform(payload: ToAll): Promise<void> {
    const notification = await this.records.open(
      Tenant.of(payload.enterpriseId, payload.test),
      payload.notificationUuid,
    );
    if (!notification) return;
    const targets = await this.recipients.targetsOf(notification.sub);
    const jobs = targets.map(({ deviceId, platform }) => ({
      kind: TO_DEVICE,
      payload: { ...payload, deviceId },
      dedupeKey: `${payload.notificationUuid}/${deviceId}`,
      lane: platform,
    }));
    await this.records.begin(notification, jobs);
  }
}

/**
 * Sends a push to one device. Each push service has a lane of its own, so that a slow service does not delay the
 * others.
 */
@Injectable()
@HandlesJob(TO_DEVICE, { concurrency: 16, laneConcurrency: 6, waitSeconds: RETRY_WAIT_SECONDS })
export class PushToDevice extends JobHandler<ToDevice> {
  readonly #log = new Logger(PushToDevice.name);

  constructor(
    private readonly records: PushRecords,
    private readonly recipients: PushRecipients,
    private readonly services: PushServices,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform(payload: ToDevice, run: Pick<JobRun, 'attempt' | 'signal'>): Promise<void> {
    const tenant = Tenant.of(payload.enterpriseId, payload.test);
    const outcome = await this.#push(tenant, payload, run);
    if (outcome) await this.records.note(tenant, payload.notificationUuid, payload.deviceId, outcome);
  }

  async #push(tenant: Tenant, { notificationUuid, deviceId }: ToDevice, run: Pick<JobRun, 'attempt' | 'signal'>) {
    const notification = await this.records.open(tenant, notificationUuid);
    if (!notification || notification.isOverdue(this.clock.now())) return undefined;
    const target = await this.recipients.target(notification.sub, deviceId);
    const service = target && this.services.for(target.platform);
    if (!service) return 'gone';
    try {
      const hint = await this.recipients.hintFor(notification, target.pushToken);
      const receipt = await service.send(hint, run.signal);
      if (receipt === 'gone') await this.recipients.forget(notification.ref, target);
      return receipt;
    } catch (error) {
      return this.#failed(error, run.attempt);
    }
  }

  #failed(error: unknown, attempt: number): PushOutcome {
    const isLast = error instanceof PushRefused || attempt > RETRY_WAIT_SECONDS.length;
    if (!isLast) throw error;
    this.#log.warn({ err: error }, 'A push service did not take a hint');
    return 'failed';
  }
}
