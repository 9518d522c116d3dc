import { Injectable } from '@nestjs/common';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { BlindIndex } from '../../shared/security/index.js';
import { asTyped, newActivationCode, WRONG_TRIES } from '../activation/activation-code.js';
import { type CodeAttempt, type CodeRequest, MailedCodes } from '../contract/ports.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { MailedCode } from './mailed-code.entity.js';
import { CODE_MINUTES } from './mailed-code.words.js';

const PURPOSE = 'users/mailed-code';
const NOBODY = '00000000-0000-0000-0000-000000000000';
const SCOPE = Tenant.all('the caller has found the user in its namespace');

export const SEND_MAILED_CODE = 'users/send-mailed-code';

export type Asked = { readonly sub: string | null; readonly boundTo: string };

/** The columns of a stored code that its keyed hash covers. */
type Covered = Pick<MailedCode, 'sub' | 'sentTo' | 'boundTo' | 'expiresAt'>;

@Injectable()
export class CodesByMail extends MailedCodes {
  readonly #decoy: string;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
    private readonly index: BlindIndex,
    private readonly clock: Clock,
  ) {
    super();
    this.#decoy = this.#hash({ sub: NOBODY, sentTo: '', boundTo: '', expiresAt: new Date(0) }, newActivationCode());
  }

  /**
   * Schedules a job that creates and mails the code. The code is therefore never stored in clear text, and the response
   * takes equally long for an unknown user.
   */
  async ask({ sub, boundTo }: CodeRequest): Promise<void> {
    const payload: Asked = { sub: sub ?? null, boundTo };
    await this.uow.run((tx) => Promise.resolve(void tx.pending.jobs.push({ kind: SEND_MAILED_CODE, payload })));
  }

  /**
   * Creates a code, which replaces any earlier one. Only its keyed hash is stored, so the returned value is the only
   * copy.
   */
  async issue(tx: Tx, sub: string, sentTo: string, boundTo: string): Promise<string> {
    const code = newActivationCode();
    const expiresAt = new Date(this.clock.now().getTime() + CODE_MINUTES * 60_000);
    const hash = this.#hash({ sub, sentTo, boundTo, expiresAt }, code);
    await tx.rows(KEEP, [sub, hash, sentTo, boundTo, expiresAt]);
    return code;
  }

  isRight(attempt: CodeAttempt): Promise<boolean> {
    return this.#try(attempt, false);
  }

  redeem(attempt: CodeAttempt): Promise<boolean> {
    return this.#try(attempt, true);
  }

  /**
   * Checks a code. Executes the same statements for every kind of failure, so that the response time reveals nothing.
   * Failed attempts only count if they are made in the sign-in that requested the code, so that a stranger cannot use
   * them up.
   */
  #try({ sub = NOBODY, boundTo, code }: CodeAttempt, last: boolean): Promise<boolean> {
    return this.uow.run(async (tx) => {
      const user = await this.users.lockBySub(tx, SCOPE, sub);
      const kept = await tx.lock(MailedCode, { sub });
      const fits = this.#matches(kept, code);
      const right = user !== null && kept !== null && fits && kept.boundTo === boundTo && this.#isAlive(kept, user);
      await tx.rows(NOTE, [sub, right ? 0 : 1, right && last, boundTo]);
      if (right && user.proveAddress(kept.sentTo, this.clock.now())) await this.users.save(tx, user);
      return right;
    });
  }

  #isAlive({ used, wrongTries, expiresAt, sentTo }: MailedCode, { status, emailId }: User): boolean {
    const isOpen = !used && wrongTries < WRONG_TRIES && expiresAt > this.clock.now();
    return isOpen && status === 'ACTIVE' && emailId === sentTo;
  }

  #matches(kept: MailedCode | null, code: string): boolean {
    const typed = asTyped(code);
    return kept
      ? this.index.matches(kept.codeHash, covered(kept, typed), PURPOSE)
      : this.index.matches(this.#decoy, typed, PURPOSE);
  }

  #hash(of: Covered, code: string): string {
    return this.index.hash(covered(of, code), PURPOSE);
  }
}

const covered = ({ sub, sentTo, boundTo, expiresAt }: Covered, code: string): string =>
  JSON.stringify([sub, sentTo, boundTo, expiresAt.getTime(), code]);

const KEEP = `
  INSERT INTO users.mailed_code (sub, code_hash, sent_to, bound_to, expires_at, wrong_tries, used)
  VALUES ($1, $2, $3, $4, $5, 0, false)
  ON CONFLICT (sub) DO UPDATE
  SET code_hash = excluded.code_hash, sent_to = excluded.sent_to, bound_to = excluded.bound_to,
      expires_at = excluded.expires_at, wrong_tries = 0, used = false`;

const NOTE = `
  UPDATE users.mailed_code SET wrong_tries = wrong_tries + $2::int, used = used OR $3 WHERE sub = $1 AND bound_to = $4`;
