import { Inject, Injectable, Logger } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { CONFIG, type Config } from '../../config.js';
import { AttentionSource, type Need } from '../../figures/contract/index.js';
import { JobHandler, Recurring } from '../../shared/jobs/index.js';
import { Clock, instancesOf, Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { changesOf } from './alarm-changes.js';
import { newsOf } from './alarm-message.js';
import { OpenAlarmRepository } from './open-alarm.repository.js';
import { TELL_ALARMS } from './tell-alarms.job.js';

const NOBODY = { operator: undefined, has: () => false };
/** Sources about the whole service do not use the tenant. */
const NO_TENANT = Tenant.of('', false);

/** Looks each minute at what needs the people who run the service. New and ended alarms become one message. */
@Injectable()
@Recurring('operators/watch-alarms', { everySeconds: 60, concurrency: 1 })
export class WatchAlarms extends JobHandler {
  readonly #log = new Logger(WatchAlarms.name);

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly uow: UnitOfWork,
    private readonly alarms: OpenAlarmRepository,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async perform(): Promise<void> {
    const receivers = receiversOf(this.config);
    if (receivers.length === 0) return;
    const { needs, isComplete } = await this.#look();
    await this.uow.run(async (tx) => {
      const changes = changesOf(await this.alarms.lockAll(tx), needs, this.clock.now(), isComplete);
      await this.alarms.replace(tx, changes.open);
      if (!changes.isTold) return;
      const news = newsOf(changes);
      for (const [lane, to] of receivers) tx.pending.jobs.push({ kind: TELL_ALARMS, payload: { to, news }, lane });
    });
  }

  /** A source that fails does not hide the others. */
  async #look(): Promise<{ readonly needs: readonly Need[]; readonly isComplete: boolean }> {
    const sources = instancesOf(this.discovery, AttentionSource).filter(({ ofDeployment }) => ofDeployment);
    const answers = await Promise.allSettled(sources.map((source) => source.needs(NO_TENANT, NOBODY)));
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    for (const err of failures) this.#log.warn({ err }, 'A source of alarms did not answer');
    const needs = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    return { needs, isComplete: failures.length === 0 };
  }
}

/** Each receiver, with the lane of its messages, so that one that hangs delays no other. */
function receiversOf({ alarmMail, alarmUrl }: Config): (readonly [lane: string, to: string])[] {
  return [...alarmMail.map((address) => ['mail', address] as const), ...(alarmUrl ? [['url', alarmUrl] as const] : [])];
}
