import { Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, Not, Repository } from 'typeorm';
import { type SigningAlgorithm, signingAlgorithms } from './signing-key-state.js';
import { Clock } from '../../shared/kernel/index.js';
import { isDuplicate, type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { Sealer } from '../../shared/security/index.js';
import { LONGEST_ACCESS_TOKEN_SECONDS } from '../tokens/revoked-tokens.js';
import { SigningKey } from './signing-key.entity.js';
import { newKeyPair } from './key-pair.js';
import { TokenRevocation } from '../tokens/token-revocation.service.js';

/** The topic of the signal that makes each process reload the signing keys. */
export const SIGNING_KEYS_CHANGED = 'auth.signing-keys-changed';

const DAY_MS = 86_400_000;
const SIGNS_FOR_MS = 90 * DAY_MS;
/**
 * Time between publishing a key and first signing with it, in a scheduled rotation. By then, clients that cache our
 * JWKS have loaded the key.
 */
const PUBLISHED_AHEAD_MS = 7 * DAY_MS;
/**
 * Time between publishing a key and first signing with it, in a rotation that an operator requests, or that is overdue.
 * Our JWKS may be cached for an hour, and some clients cache it for longer.
 */
const ASKED_AHEAD_MS = DAY_MS;
/**
 * Time for which a retired key is kept: until every token that it signed has expired, plus an hour to allow for clock
 * skew and caches.
 */
const KEPT_AFTER_MS = LONGEST_ACCESS_TOKEN_SECONDS * 1000 + 3_600_000;

/**
 * Creates, activates and retires signing keys. Every change is one transaction with one notification to all processes.
 */
@Injectable()
export class SigningKeyRotation {
  readonly #log = new Logger(SigningKeyRotation.name);

  constructor(
    @InjectRepository(SigningKey) private readonly rows: Repository<SigningKey>,
    private readonly uow: UnitOfWork,
    private readonly sealer: Sealer,
    private readonly ending: TokenRevocation,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates the first key of an algorithm. If two processes do so at the same time, one succeeds and the other uses the
   * key of the first.
   */
  async createFirst(algorithm: SigningAlgorithm): Promise<void> {
    await this.#make('found', algorithm);
  }

  /**
   * Publishes the next key now, and schedules its activation for when clients that cache our JWKS will have loaded it.
   */
  async schedule(algorithm: SigningAlgorithm): Promise<{ kid: string; at: Date }> {
    await this.#make('prepare', algorithm);
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const next = await tx.lock(SigningKey, { algorithm, state: 'NEXT' });
      if (!next) throw new Error(`The next ${algorithm} key was put to use by another process meanwhile`);
      const seenByAll = Math.max(now.getTime(), next.createdAt.getTime() + ASKED_AHEAD_MS);
      next.schedule(new Date(seenByAll));
      await tx.save(next);
      this.#changed(tx, 'auth.signing-key-scheduled', next);
      return { kid: next.kid, at: next.activatesAt ?? now };
    });
  }

  /**
   * After a leak, withdraws all keys of the algorithm. A new key signs immediately, although no client has loaded it
   * yet. All processes are notified, and refuse every token that the withdrawn keys signed.
   */
  async replaceCompromised(algorithm: SigningAlgorithm): Promise<string> {
    const key = await this.#newKey('found', algorithm);
    await this.uow.run(async (tx) => {
      await tx.rows('LOCK TABLE auth.signing_key IN SHARE ROW EXCLUSIVE MODE');
      for (const leaked of await this.#lockAll(tx, algorithm)) {
        leaked.withdraw(this.clock.now());
        await tx.save(leaked);
        this.ending.revokeSignedWith(tx, leaked.kid);
        this.#changed(tx, 'auth.signing-key-withdrawn', leaked);
      }
      await tx.add(key);
      this.#changed(tx, 'auth.signing-key-made', key);
    });
    return key.kid;
  }

  /** Activates the next key, and keeps the previous one for verification. If no next key exists, one is created. */
  async rotate(algorithm: SigningAlgorithm): Promise<string> {
    await this.#make('prepare', algorithm);
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const active = await tx.lock(SigningKey, { algorithm, state: 'ACTIVE' });
      const next = await tx.lock(SigningKey, { algorithm, state: 'NEXT' });
      if (!next) throw new Error(`The next ${algorithm} key was put to use by another process meanwhile`);
      active?.retire(now);
      if (active) await tx.save(active);
      next.activate(now);
      await tx.save(next);
      this.#changed(tx, 'auth.signing-key-rotated', next);
      return next.kid;
    });
  }

  /** Deletes retired keys that no valid token needs, and publishes or activates the next keys when they are due. */
  async keepSchedule(): Promise<void> {
    const now = this.clock.now().getTime();
    await this.#removeRetired(new Date(now - KEPT_AFTER_MS));
    for (const algorithm of signingAlgorithms) {
      const age = now - ((await this.#activeSince(algorithm))?.getTime() ?? now);
      if (await this.#isDue(algorithm, now, age >= SIGNS_FOR_MS)) await this.rotate(algorithm);
      else if (age >= SIGNS_FOR_MS - PUBLISHED_AHEAD_MS) await this.#make('prepare', algorithm);
    }
  }

  async #make(action: 'found' | 'prepare', algorithm: SigningAlgorithm): Promise<void> {
    const state = action === 'found' ? 'ACTIVE' : 'NEXT';
    if (await this.rows.existsBy({ algorithm, state })) return;
    const key = await this.#newKey(action, algorithm);
    try {
      await this.uow.run(async (tx) => {
        await tx.add(key);
        this.#changed(tx, 'auth.signing-key-made', key);
      });
    } catch (error) {
      // A duplicate means that another process has created the key first. That key is used instead.
      if (!isDuplicate(error)) throw error;
    }
  }

  async #newKey(action: 'found' | 'prepare', algorithm: SigningAlgorithm): Promise<SigningKey> {
    const { kid, publicJwk, privateJwk } = await newKeyPair(algorithm);
    const sealedJwk = this.sealer.seal(JSON.stringify(privateJwk), SigningKey.sealContext(kid));
    return SigningKey.make(action, { kid, algorithm, publicJwk, sealedJwk }, this.clock.now());
  }

  async #lockAll(tx: Tx, algorithm: SigningAlgorithm): Promise<SigningKey[]> {
    const keys: SigningKey[] = [];
    const trusted = await tx.manager.find(SigningKey, {
      select: { kid: true },
      where: { algorithm, state: Not('WITHDRAWN') },
    });
    for (const { kid } of trusted) keys.push(...[await tx.lock(SigningKey, { kid })].filter((key) => key !== null));
    return keys;
  }

  /**
   * Whether the next key must now start to sign. Even if the rotation is overdue, the key must first have been
   * published for a day.
   */
  #isDue(algorithm: SigningAlgorithm, now: number, isOverdue: boolean): Promise<boolean> {
    const next = { algorithm, state: 'NEXT' as const };
    const asked = { ...next, activatesAt: LessThanOrEqual(new Date(now)) };
    const seenByAll = { ...next, createdAt: LessThanOrEqual(new Date(now - ASKED_AHEAD_MS)) };
    return this.rows.existsBy(isOverdue ? [asked, seenByAll] : asked);
  }

  async #activeSince(algorithm: SigningAlgorithm): Promise<Date | undefined> {
    const active = { select: { kid: true, activatedAt: true }, where: { algorithm, state: 'ACTIVE' as const } };
    return (await this.rows.findOne(active))?.activatedAt ?? undefined;
  }

  async #removeRetired(before: Date): Promise<void> {
    await this.uow.run(async (tx) => {
      const retired = await tx.rows<{ kid: string; algorithm: SigningAlgorithm }>(
        `DELETE FROM auth.signing_key WHERE state = 'RETIRED' AND retired_at < $1 RETURNING kid, algorithm`,
        [before],
      );
      for (const key of retired) this.#changed(tx, 'auth.signing-key-removed', key);
    });
  }

  #changed(tx: Tx, kind: string, { kid, algorithm }: Pick<SigningKey, 'kid' | 'algorithm'>): void {
    tx.pending.signals.push({ topic: SIGNING_KEYS_CHANGED, payload: {} });
    tx.pending.audit.push({ kind, details: { kid, algorithm } });
    this.#log.log({ kid, algorithm }, kind);
  }
}
