import { Injectable, Logger } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { AttentionSource, type Need } from '../../figures/contract/index.js';
import { JobHandler, Recurring } from '../../shared/jobs/index.js';
import { Clock, instancesOf, Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { changesOf } from './alarm-changes.js';
import { newsOf } from './alarm-message.js';
import { AlarmReceivers } from './alarm-receivers.service.js';
import { OpenAlarmRepository } from './open-alarm.repository.js';
import { TELL_ALARMS } from './send-alarms.job.js';

const NOBODY = { operator: undefined, has: () => false };
/**
 * A placeholder. Each source of alarms must be given a tenant, but alarms about the whole service do not depend on it.
 */
const NO_TENANT = Tenant.of('', false);
const NEVER = new Date(0);

/** Checks every minute for alarms about the service. Each receiver gets one message about all new and ended alarms. */
@Injectable()
@Recurring('operators/watch-alarms', { everySeconds: 60, concurrency: 1 })
export class WatchAlarms extends JobHandler {
  readonly #log = new Logger(WatchAlarms.name);

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly uow: UnitOfWork,
    private readonly alarms: OpenAlarmRepository,
    private readonly receivers: AlarmReceivers,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform(): Promise<void> {
    const receivers = await this.receivers.all();
    const { needs, isComplete } = await this.#look();
    await this.uow.run(async (tx) => {
      const changes = changesOf(await this.alarms.lockAll(tx), needs, this.clock.now(), isComplete);
      const { open } = changes.warning;
      // Without receivers, alarms are stored as not reported, so that the first receiver added gets them.
      await this.alarms.replace(tx, receivers.length > 0 ? open : open.map((alarm) => ({ ...alarm, toldAt: NEVER })));
      for (const { lane, least, receiver } of receivers) {
        if (!changes[least].isTold) continue;
        tx.pending.jobs.push({ kind: TELL_ALARMS, payload: { ...receiver, news: newsOf(changes[least]) }, lane });
      }
    });
  }

  /** Queries all sources of alarms. If one fails, the alarms from the others are still reported. */
  async #look(): Promise<{ readonly needs: readonly Need[]; readonly isComplete: boolean }> {
    const sources = instancesOf(this.discovery, AttentionSource).filter(({ ofDeployment }) => ofDeployment);
    const answers = await Promise.allSettled(sources.map((source) => source.needs(NO_TENANT, NOBODY)));
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    for (const err of failures) this.#log.warn({ err }, 'A source of alarms did not answer');
    const needs = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    return { needs, isComplete: failures.length === 0 };
  }
}
