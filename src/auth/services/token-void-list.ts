import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UserErrors } from '../../users/domain/users.errors.js';
import type { AccessToken } from '../../shared/http/bearer/access-token.js';
import { Refused } from '../../shared/http/bearer/refused.js';
import { TokenVoids } from '../../shared/http/bearer/token-voids.port.js';
import type { DomainError } from '../../shared/kernel/errors.js';
import { Database } from '../../shared/persistence/database.js';
import type { CutOff, CutOffKind } from '../domain/cut-off.js';

export interface DeniedToken {
  readonly id: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** Both lists, whole and in memory: they are short, since neither outlives the tokens that it is about. */
@Injectable()
export class TokenVoidList extends TokenVoids implements OnModuleInit {
  readonly #denied = new Map<string, number>();
  readonly #cutOffs = new Map<string, CutOff>();

  constructor(private readonly db: Database) {
    super();
  }

  async onModuleInit(): Promise<void> {
    await this.reload();
  }

  override whyVoid(token: AccessToken): Refused | DomainError | undefined {
    if (this.#denied.has(token.id)) return new Refused('invalid_token', 'It was revoked');
    const cutOff = this.#cutOffFor(token);
    if (!cutOff) return undefined;
    return cutOff.reason === 'blocked' ? UserErrors.blocked() : new Refused('invalid_token', 'It was revoked');
  }

  deny({ id, expiresAt }: DeniedToken): void {
    this.#denied.set(id, expiresAt);
  }

  /** Told in any order: the latest moment stands. */
  cutOff(cutOff: CutOff): void {
    const key = keyOf(cutOff.kind, cutOff.id);
    const known = this.#cutOffs.get(key);
    if (!known || known.before <= cutOff.before) this.#cutOffs.set(key, cutOff);
  }

  async reload(): Promise<void> {
    const denied = await this.db.rows<DeniedToken>(
      `SELECT jti AS id, extract(epoch FROM expires_at)::float8 AS "expiresAt" FROM auth.denied_token WHERE expires_at > now()`,
    );
    const cutOffs = await this.db.rows<CutOff>(
      `SELECT kind, id, extract(epoch FROM before)::float8 * 1000 AS before, reason FROM auth.cut_off WHERE expires_at > now()`,
    );
    for (const token of denied) this.deny(token);
    for (const cutOff of cutOffs) this.cutOff(cutOff);
  }

  /** Forgets what no valid token can need. */
  forgetBefore(nowSeconds: number, longestSeconds: number): void {
    for (const [id, expiresAt] of this.#denied) if (expiresAt < nowSeconds) this.#denied.delete(id);
    for (const [key, { before }] of this.#cutOffs) {
      if (before / 1000 + longestSeconds < nowSeconds) this.#cutOffs.delete(key);
    }
  }

  #cutOffFor({ clientId, subject, grantId, userId, issuedAt }: AccessToken): CutOff | undefined {
    const candidates = [
      this.#cutOffs.get(keyOf('client', clientId)),
      userId === undefined ? undefined : this.#cutOffs.get(keyOf('user', subject)),
      grantId === undefined ? undefined : this.#cutOffs.get(keyOf('grant', grantId)),
    ];
    return candidates.find((cutOff) => cutOff && issuedAt < cutOff.before);
  }
}

const keyOf = (kind: CutOffKind, id: string): string => `${kind} ${id}`;
