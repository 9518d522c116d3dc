import { Injectable } from '@nestjs/common';
import { JobHandler, type JobRun, Recurring } from '../../shared/jobs/index.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import type { FigureSource } from '../contract/figure-source.port.js';
import type { FigureProgress } from './figure.entity.js';
import { FigureRepository } from './figure.repository.js';
import { FigureSources } from './figure-sources.service.js';
import { hourOf, HOUR_MS, Hours } from './hours.js';

const SCOPE = Tenant.all('figures are counted for all tenants together');
const DAY_MS = 24 * HOUR_MS;
/** Figures are kept for two years and one month, so that years can be compared. */
export const KEPT_DAYS = 761;
/** The period whose rows are counted in one transaction. */
const CHUNK_MS = DAY_MS;
const FORGOTTEN_AT_ONCE = 10_000;

/**
 * How far back a run counts hours again: `recent` applies to one run in an hour, `deep` to one run in a day, and `each`
 * to all others. A row may appear late, after a long transaction, and may change while people work on it: mostly within
 * the hour, but during a review perhaps for weeks.
 */
const BACK_MS = { each: 2 * HOUR_MS, recent: 2 * DAY_MS, deep: 40 * DAY_MS };
const EVERY_MS = { recent: HOUR_MS, deep: DAY_MS };
/** After this time, an hour keeps its counts even if its rows are deleted. */
const KEPT_AFTER_MS = 3 * DAY_MS;

type Pass = keyof typeof BACK_MS;

/**
 * Counts rows hour by hour, and recounts recent hours, whose rows may have changed. A recount replaces the old counts,
 * so nothing is counted twice. After a crash, the next run continues where the last transaction ended.
 */
@Injectable()
@Recurring('figures/roll-up', { everySeconds: 300, concurrency: 1 })
export class RollUpFigures extends JobHandler {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly figures: FigureRepository,
    private readonly sources: FigureSources,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    for (const [name, source] of this.sources.all) {
      if (source.hourly.length > 0) await this.#bringUp(name, source, signal);
    }
    await this.#forget(signal);
  }

  async #bringUp(name: string, source: FigureSource, signal: AbortSignal): Promise<void> {
    const progress = await this.figures.progress(name);
    const now = this.clock.now();
    const pass = passOf(progress, now);
    const until = progress?.until ?? (await this.#beginningOf(source, now));
    const back = progress ? BACK_MS[pass] : BACK_MS.each;
    let at = hourOf(new Date(Math.min(until.getTime(), now.getTime() - back)));
    while (at < now) {
      signal.throwIfAborted();
      const end = new Date(Math.min(at.getTime() + CHUNK_MS, now.getTime()));
      await this.#count(name, source, Hours.between(at, end), end, now);
      at = end;
    }
    if (pass !== 'each') await this.figures.notePass(name, pass, now);
  }

  async #beginningOf(source: FigureSource, now: Date): Promise<Date> {
    const oldest = (await this.uow.run((tx) => source.oldest(SCOPE, tx))) ?? now;
    return new Date(Math.max(oldest.getTime(), now.getTime() - KEPT_DAYS * DAY_MS));
  }

  async #count(name: string, source: FigureSource, hours: Hours, end: Date, now: Date): Promise<void> {
    await this.uow.run(async (tx) => {
      await this.figures.lock(tx);
      const counts = await source.count(SCOPE, tx, hours);
      await this.figures.replace(tx, source, hours, counts, new Date(now.getTime() - KEPT_AFTER_MS));
      await this.figures.note(tx, name, hourOf(end), end);
    });
  }

  async #forget(signal: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS);
    while (await this.figures.forget(before, FORGOTTEN_AT_ONCE)) signal.throwIfAborted();
  }
}

/**
 * Returns which kind of recount is due. If the last recount was stored with a time in the future, by a process with a
 * wrong clock, this does not delay the next one.
 */
function passOf(progress: FigureProgress | undefined, now: Date): Pass {
  const isDue = (at: Date | null | undefined, every: number) => !at || Math.abs(now.getTime() - at.getTime()) >= every;
  if (isDue(progress?.deepAt, EVERY_MS.deep)) return 'deep';
  return isDue(progress?.recentAt, EVERY_MS.recent) ? 'recent' : 'each';
}
