import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Signals } from '../../shared/events/index.js';
import { type AccessToken, Refused, RevokedTokens } from '../../shared/auth-guard/index.js';
import { Clock, type DomainError } from '../../shared/kernel/index.js';
import { Database } from '../../shared/persistence/index.js';
import { UserErrors } from '../../users/contract/index.js';
import { SigningKey } from '../keys/signing-key.entity.js';
import { LONGEST_ACCESS_TOKEN_SECONDS, type CutOff, type CutOffKind, type DeniedToken } from './revoked-tokens.js';

/** The number of received revocations after which expired entries are removed. */
const TIDY_EVERY = 1_000;

/** The payload of the signal that tokens were revoked. */
export type RevokedTokensSignal = {
  readonly denied: readonly DeniedToken[];
  readonly cutOffs: readonly CutOff[];
  /** The ids of withdrawn signing keys. Processes of the previous release omit this member. */
  readonly keys?: readonly string[];
};

/**
 * Keeps all revocations in memory: of single tokens, of all tokens issued before a certain time (cut-offs), and of all
 * tokens signed with a withdrawn key. They are few: the first two kinds expire with the tokens that they revoke, and
 * keys are withdrawn only after a leak.
 */
@Injectable()
export class RevokedTokenList extends RevokedTokens implements OnModuleInit {
  readonly #denied = new Map<string, DeniedToken>();
  readonly #cutOffs = new Map<string, CutOff>();
  /**
   * The ids of withdrawn keys. Every use of a token is compared with them, because the token may have been cached as
   * valid before its key was withdrawn.
   */
  readonly #withdrawnKeys = new Set<string>();
  #noticeCount = 0;

  constructor(
    private readonly db: Database,
    @InjectRepository(SigningKey) private readonly signingKeys: Repository<SigningKey>,
    private readonly signals: Signals,
    private readonly clock: Clock,
  ) {
    super();
  }

  async onModuleInit(): Promise<void> {
    await this.signals.start();
    await this.reload();
  }

  override refusalOf(token: AccessToken): Refused | DomainError | undefined {
    if (this.#denied.has(token.id) || this.#withdrawnKeys.has(token.keyId))
      return new Refused('invalid_token', 'It was revoked');
    const cutOff = this.#cutOffFor(token);
    if (!cutOff) return undefined;
    return cutOff.reason === 'blocked' ? UserErrors.blocked() : new Refused('invalid_token', 'It was revoked');
  }

  note({ denied, cutOffs, keys = [] }: RevokedTokensSignal): void {
    for (const key of keys) this.#withdrawnKeys.add(key);
    for (const token of denied) this.#denied.set(token.id, token);
    for (const cutOff of cutOffs) this.#noteCutOff(cutOff);
    this.#noticeCount += denied.length + cutOffs.length;
    if (this.#noticeCount >= TIDY_EVERY) this.#tidy();
  }

  async reload(): Promise<void> {
    const [denied, cutOffs, keys] = await Promise.all([
      this.db.rows<DeniedToken>(DENIED),
      this.db.rows<CutOff>(CUT_OFFS),
      this.signingKeys.find({ select: { kid: true }, where: { state: 'WITHDRAWN' } }),
    ]);
    this.note({ denied, cutOffs, keys: keys.map(({ kid }) => kid) });
  }

  /**
   * Stores up to which time tokens are revoked, unless a later time is known, because signals may arrive in any order.
   */
  #noteCutOff(cutOff: CutOff): void {
    const key = keyOf(cutOff.kind, cutOff.id);
    const known = this.#cutOffs.get(key);
    if (!known || known.before <= cutOff.before) this.#cutOffs.set(key, cutOff);
  }

  #cutOffFor({ clientId, subject, grantId, userId, issuedAt }: AccessToken): CutOff | undefined {
    const candidates = [
      this.#cutOffs.get(keyOf('client', clientId)),
      userId === undefined ? undefined : this.#cutOffs.get(keyOf('user', subject)),
      grantId === undefined ? undefined : this.#cutOffs.get(keyOf('grant', grantId)),
    ];
    return candidates.find((cutOff) => cutOff && issuedAt <= cutOff.before);
  }

  #tidy(): void {
    this.#noticeCount = 0;
    const now = this.clock.now().getTime();
    for (const { id, expiresAt } of this.#denied.values()) if (expiresAt * 1000 < now) this.#denied.delete(id);
    const oldest = now - LONGEST_ACCESS_TOKEN_SECONDS * 1000;
    for (const [key, { before }] of this.#cutOffs) if (before < oldest) this.#cutOffs.delete(key);
  }
}

const keyOf = (kind: CutOffKind, id: string): string => `${kind} ${id}`;

const DENIED = `
  SELECT jti AS id, extract(epoch FROM expires_at)::float8 AS "expiresAt" FROM auth.denied_token WHERE expires_at > now()`;

const CUT_OFFS = `
  SELECT kind, id, round(extract(epoch FROM before) * 1000)::float8 AS before, reason FROM auth.cut_off WHERE expires_at > now()`;
