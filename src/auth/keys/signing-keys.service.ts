import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { JWK } from 'jose';
import { Not, Repository } from 'typeorm';
import { TokenKeys } from '../../shared/auth-guard/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { withoutDeferral } from '../../shared/persistence/index.js';
import { Sealer } from '../../shared/security/index.js';
import type { SigningAlgorithm, SigningKeyState } from './signing-key-state.js';
import { SigningKey } from './signing-key.entity.js';
import { privateKeyOf, publicKeyOf } from './key-pair.js';
import { SigningKeyRotation } from './signing-key-rotation.service.js';

/** A signing key in memory. The private key stays encrypted until it signs. */
export interface LoadedKey {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly state: SigningKeyState;
  readonly publicKey: KeyObject;
  readonly publicJwk: JWK;
  readonly sealedJwk: Buffer;
}

type StoredKey = Omit<LoadedKey, 'publicKey'>;

/** Minimum interval between reloads caused by tokens with an unknown key. */
const RELOAD_EVERY_MS = 100;

/** Caches the current keys in memory. Each process reloads them when it is notified of a change. */
@Injectable()
export class SigningKeys extends TokenKeys {
  #loading: Promise<readonly LoadedKey[]> | undefined;
  #known: readonly LoadedKey[] | undefined;
  #last: readonly LoadedKey[] = [];
  #loadedAt = 0;

  constructor(
    @InjectRepository(SigningKey) private readonly rows: Repository<SigningKey>,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly rotation: SigningKeyRotation,
  ) {
    super();
  }

  /** The most recently loaded keys. Undefined if they may be outdated. */
  get known(): readonly LoadedKey[] | undefined {
    return this.#known;
  }

  /** All keys in use: signing keys first, then those that only verify. */
  all(): Promise<readonly LoadedKey[]> {
    this.#loading ??= this.#noted(this.#load());
    return this.#loading;
  }

  /** The key that currently signs. The first use of an algorithm creates it. */
  async active(algorithm: SigningAlgorithm): Promise<LoadedKey> {
    const isActive = (key: LoadedKey) => key.algorithm === algorithm && key.state === 'ACTIVE';
    const known = (await this.all()).find(isActive);
    if (known) return known;
    await this.rotation.createFirst(algorithm);
    this.reload();
    const made = (await this.all()).find(isActive);
    if (!made) throw new Error(`No active ${algorithm} key, although one was just made`);
    return made;
  }

  async keyFor(keyId: string): Promise<KeyObject | undefined> {
    const find = async () => (await this.all()).find(({ kid }) => kid === keyId)?.publicKey;
    const known = await find();
    if (known || this.#now() - this.#loadedAt < RELOAD_EVERY_MS) return known;
    this.reload();
    return find();
  }

  openPrivateKey({ kid, sealedJwk }: LoadedKey): KeyObject {
    return privateKeyOf(this.sealer.openJson(sealedJwk, SigningKey.sealContext(kid)) as JWK);
  }

  reload(): void {
    this.#loading = this.#known = undefined;
  }

  /** Stores loaded keys, unless `reload` was called while they were loading. */
  #noted(loading: Promise<readonly LoadedKey[]>): Promise<readonly LoadedKey[]> {
    const note = (keys: readonly LoadedKey[]) => this.#loading === loading && (this.#known = keys);
    loading.then(note, () => undefined);
    return loading;
  }

  async #load(): Promise<readonly LoadedKey[]> {
    this.#loadedAt = this.#now();
    try {
      const order = { state: 'ASC', createdAt: 'DESC' } as const;
      const where = { state: Not('WITHDRAWN' as const) };
      const rows = await withoutDeferral(() => this.rows.find({ where, order }));
      return this.#unchanged(rows) ?? this.#loaded(rows);
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }

  /** Returns the same array when nothing has changed, so that the protocol engine is rebuilt only after a change. */
  #unchanged(rows: readonly StoredKey[]): readonly LoadedKey[] | undefined {
    const text = (keys: readonly StoredKey[]) => keys.map(({ kid, state }) => `${kid} ${state}`).join();
    return text(rows) === text(this.#last) ? this.#last : undefined;
  }

  #loaded(rows: readonly StoredKey[]): readonly LoadedKey[] {
    this.#last = rows.map(({ kid, algorithm, state, publicJwk, sealedJwk }) => {
      return { kid, algorithm, state, publicJwk, sealedJwk, publicKey: publicKeyOf(publicJwk) };
    });
    return this.#last;
  }

  #now(): number {
    return this.clock.now().getTime();
  }
}
