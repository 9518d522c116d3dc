import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { newSecret, secretDigest, Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { BlindIndex } from '../../shared/security/index.js';
import { MetricsRegistry } from '../../shared/observability/index.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { SessionChanges } from '../sessions/session-changes.service.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';
import type { Session } from '../sessions/session.entity.js';
import type { DocumentReason } from '../sessions/rules/reasons.js';
import { ChipReadingRepository, type TakenReading } from './chip-reading.repository.js';

const BY_SECRET = Tenant.all('the app that has the code or the token names the session by it');
const MINUTE = 60_000;
const OFFER_MS = 5 * MINUTE;
const STEP_MS = 2 * MINUTE;
/**
 * The number of the chip reading from which on each failed reading uses up one of the user's attempts. Failures of
 * earlier readings use none.
 */
const FREE_TRIES = 10;

/**
 * The offer to read a chip, as shown on the session's page: the code for the app, and the number that the app shows
 * too.
 */
export interface ChipOfferShown {
  readonly number: string;
  /** The code for the app. Undefined once an app has used the code. */
  readonly code: string | undefined;
}

export interface OpenedReading {
  readonly ref: SessionRef;
  readonly token: string;
  readonly number: string;
  readonly expiresAt: Date;
}

/**
 * Lets an app read a chip for a session. The app exchanges a code, which works once and for five minutes, for a token,
 * and then has two minutes for each of its requests.
 */
@Injectable()
export class ChipReadings {
  constructor(
    private readonly readings: ChipReadingRepository,
    private readonly changes: SessionChanges,
    private readonly uow: UnitOfWork,
    private readonly index: BlindIndex,
  ) {}

  /** Creates a new code for the app, which invalidates the previous code and any reading in progress. */
  async offer(tx: Tx, ref: SessionRef): Promise<void> {
    const madeAt = this.changes.now;
    await this.readings.replace(tx, ref, {
      codeHash: secretDigest(this.#code(ref.sessionId, madeAt)),
      number: String(randomInt(10, 100)),
      madeAt,
      expiresAt: new Date(madeAt.getTime() + OFFER_MS),
    });
  }

  /** Returns the session's offer to read a chip, or undefined if there is none or it has expired. */
  async shownOf({ ref }: Pick<Session, 'ref'>): Promise<ChipOfferShown | undefined> {
    const found = await this.readings.find(ref);
    if (!found || found.expiresAt <= this.changes.now) return undefined;
    const { number, sessionId, madeAt } = found;
    return { number, code: found.status === 'OFFERED' ? this.#code(sessionId, madeAt) : undefined };
  }

  /** Exchanges the app's code for a token. The code then no longer works. */
  async open(code: string): Promise<OpenedReading> {
    const token = newSecret();
    const now = this.changes.now;
    const expiresAt = new Date(now.getTime() + STEP_MS);
    return this.uow.run(async (tx) => {
      const times = { now, until: expiresAt };
      const ref = await this.readings.open(tx, BY_SECRET, secretDigest(code), secretDigest(token), times);
      const reading = ref && (await this.readings.lock(tx, ref));
      if (!ref || !reading) throw IdvErrors.chipCodeGone();
      this.changes.notifyPages(tx, ref);
      return { ref, token, number: reading.number, expiresAt };
    });
  }

  /**
   * Claims the reading for the request of the app that sends the files (`OPEN`) or the chip's responses (`CHALLENGED`).
   * The claim precedes the check of the content, so that files and responses can each be sent only once.
   */
  async take(token: string, step: 'OPEN' | 'CHALLENGED'): Promise<TakenReading> {
    const taken = await this.uow.run((tx) =>
      this.readings.take(tx, BY_SECRET, secretDigest(token), step, this.changes.now),
    );
    if (!taken) throw IdvErrors.chipReadingGone();
    return taken;
  }

  /**
   * Stores the secrets of the challenge once the files have been accepted. Fails if a new code has replaced the reading
   * in the meantime.
   */
  async challenge(tx: Tx, ref: SessionRef, sealedSecrets: Buffer): Promise<Date> {
    const reading = await this.#taken(tx, ref);
    const expiresAt = new Date(this.changes.now.getTime() + STEP_MS);
    await tx.save(Object.assign(reading, { status: 'CHALLENGED', sealedSecrets, expiresAt }));
    return expiresAt;
  }

  /**
   * Checks that a failed reading is still the current one, and returns whether the failure is free, that is, uses no
   * attempt. Throws if a new code has replaced the reading.
   */
  async end(tx: Tx, ref: SessionRef): Promise<{ readonly isFree: boolean }> {
    const { tries } = await this.#taken(tx, ref);
    return { isFree: tries < FREE_TRIES };
  }

  remove(tx: Tx, ref: SessionRef): void {
    this.readings.remove(tx, ref);
  }

  async #taken(tx: Tx, ref: SessionRef) {
    const reading = await this.readings.lock(tx, ref);
    if (reading?.status !== 'TAKEN') throw IdvErrors.chipReadingGone();
    return reading;
  }

  /** Computes the code for the app again whenever the session's page is shown, because only its digest is stored. */
  #code(sessionId: string, madeAt: Date): string {
    return secretDigest(this.index.hash(`${sessionId}:${madeAt.toISOString()}`, 'idv/chip-reading'));
  }
}

/** Counts chip readings by outcome. */
@Injectable()
export class ChipMetrics {
  readonly #readings: Counter;

  constructor(registry: MetricsRegistry) {
    this.#readings = new Counter({
      name: 'countersign_idv_chip_readings_total',
      help: 'Readings of chips by outcome: accepted, or the reason why the chip was refused.',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  note(outcome: 'accepted' | DocumentReason): void {
    this.#readings.inc({ outcome });
  }
}
