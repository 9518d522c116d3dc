import { Injectable, Logger } from '@nestjs/common';
import { HandlesJob, JobHandler, type JobRun } from '../../shared/jobs/index.js';
import { type JobRequest, UnitOfWork } from '../../shared/persistence/index.js';
import { Clock } from '../../shared/kernel/index.js';
import type { UserRef } from '../../users/contract/index.js';
import { RETRY_WAIT_SECONDS } from './push.jobs.js';
import type { AccountHint } from './push.js';
import { PushRecipients } from './push-recipients.service.js';
import { PushRefused } from './services/push-service.port.js';
import { PushServices } from './services/push-services.service.js';

const TO_ALL = 'notifications/push-new-device';
const TO_DEVICE = 'notifications/push-new-device-to';
/** How long the push is worth delivering. If the phone is off for longer, the user finds out on opening the app. */
const GOOD_FOR_MS = 86_400_000;

type ToAll = { readonly [Part in keyof UserRef]: UserRef[Part] } & {
  /**
   * If a device was registered: its id, because the new device gets no push about itself. For any other event: the id
   * of the event.
   */
  readonly newDeviceId: string;
  /** The kind of account event. If absent, a new device was registered. */
  readonly what?: AccountHint;
};
type ToDevice = ToAll & { readonly deviceId: string };

export const pushNewDevice = ({ sub, userId, enterpriseId, test }: UserRef, newDeviceId: string): JobRequest => ({
  kind: TO_ALL,
  payload: { sub, userId, enterpriseId, test, newDeviceId },
});

export const pushFactorChange = ({ sub, userId, enterpriseId, test }: UserRef, eventId: string): JobRequest => ({
  kind: TO_ALL,
  payload: { sub, userId, enterpriseId, test, newDeviceId: eventId, what: 'factorChanged' },
});

/**
 * Creates one job for each device of a user, to send a push about an event in the account, such as a new device. Quiet
 * hours do not delay these pushes.
 */
@Injectable()
@HandlesJob(TO_ALL, { concurrency: 2 })
export class PushAccountHint extends JobHandler<ToAll> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly recipients: PushRecipients,
  ) {
    super();
  }

  async perform(payload: ToAll): Promise<void> {
    const targets = await this.recipients.targetsOf(payload.sub);
    const jobs = targets
      .filter(({ deviceId }) => deviceId !== payload.newDeviceId)
      .map(({ deviceId, platform }) => ({
        kind: TO_DEVICE,
        payload: { ...payload, deviceId },
        dedupeKey: `${payload.newDeviceId}/${deviceId}`,
        lane: platform,
      }));
    if (jobs.length > 0) await this.uow.run((tx) => Promise.resolve(void tx.pending.jobs.push(...jobs)));
  }
}

@Injectable()
@HandlesJob(TO_DEVICE, { concurrency: 4, laneConcurrency: 2, waitSeconds: RETRY_WAIT_SECONDS })
export class PushAccountHintTo extends JobHandler<ToDevice> {
  readonly #log = new Logger(PushAccountHintTo.name);

  constructor(
    private readonly recipients: PushRecipients,
    private readonly services: PushServices,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform(payload: ToDevice, { attempt, signal }: Pick<JobRun, 'attempt' | 'signal'>): Promise<void> {
    const target = await this.recipients.target(payload.sub, payload.deviceId);
    const service = target && this.services.for(target.platform);
    if (!service) return;
    try {
      const until = new Date(this.clock.now().getTime() + GOOD_FOR_MS);
      const hint = await this.recipients.hintAtAccount(payload, payload.what ?? 'newDevice', target.pushToken, until);
      if ((await service.send(hint, signal)) === 'gone') await this.recipients.forget(payload, target);
    } catch (error) {
      if (!(error instanceof PushRefused) && attempt <= RETRY_WAIT_SECONDS.length) throw error;
      this.#log.warn({ err: error }, 'A push service did not take a hint');
    }
  }
}
