import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Signals } from '../../shared/events/signals/signals.js';
import type { AccessToken } from '../../shared/http/bearer/access-token.js';
import { Refused } from '../../shared/http/bearer/refused.js';
import { RevokedTokens } from '../../shared/http/bearer/bearer.ports.js';
import { Clock } from '../../shared/kernel/clock.js';
import type { DomainError } from '../../shared/kernel/errors.js';
import { Database } from '../../shared/persistence/database.js';
import { UserErrors } from '../../users/contract.js';
import { LONGEST_ACCESS_TOKEN_SECONDS, type CutOff, type CutOffKind, type DeniedToken } from '../domain/cut-off.js';

/** Each time that so many are told, those that nobody needs any more are dropped. */
const TIDY_EVERY = 1_000;

/** As a signal carries it. */
export type VoidedTokens = {
  readonly denied: readonly DeniedToken[];
  readonly cutOffs: readonly CutOff[];
};

/** Both lists, whole and in memory: they are short, since neither outlives the tokens that it is about. */
@Injectable()
export class TokenVoidList extends RevokedTokens implements OnModuleInit {
  readonly #denied = new Map<string, DeniedToken>();
  readonly #cutOffs = new Map<string, CutOff>();
  #told = 0;

  constructor(
    private readonly db: Database,
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
    if (this.#denied.has(token.id)) return new Refused('invalid_token', 'It was revoked');
    const cutOff = this.#cutOffFor(token);
    if (!cutOff) return undefined;
    return cutOff.reason === 'blocked' ? UserErrors.blocked() : new Refused('invalid_token', 'It was revoked');
  }

  note({ denied, cutOffs }: VoidedTokens): void {
    for (const token of denied) this.#denied.set(token.id, token);
    for (const cutOff of cutOffs) this.#noteCutOff(cutOff);
    this.#told += denied.length + cutOffs.length;
    if (this.#told >= TIDY_EVERY) this.#tidy();
  }

  async reload(): Promise<void> {
    this.note({ denied: await this.db.rows<DeniedToken>(DENIED), cutOffs: await this.db.rows<CutOff>(CUT_OFFS) });
  }

  /** Told in any order: the latest moment stands. */
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
    this.#told = 0;
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
  SELECT kind, id, extract(epoch FROM before)::float8 * 1000 AS before, reason FROM auth.cut_off WHERE expires_at > now()`;
