import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '../../../shared/persistence/index.js';
import { UserDirectory } from '../../../users/contract/index.js';
import { OperatorErrors } from '../../contract/operators.errors.js';
import { OperatorRepository } from '../../people/operator.repository.js';
import type { FourEyesRequest } from '../four-eyes.repository.js';
import { type Agreeing, objectionTo } from './second-account.js';

/** Finds who could agree to requests of their own by another account. */
@Injectable()
export class SecondAccounts {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly users: UserDirectory,
  ) {}

  /** Keeps invitations of the operator from coming in between, until the transaction ends. */
  async refuse(tx: Tx, request: FourEyesRequest, sub: string): Promise<void> {
    await this.operators.lockInvitations(tx, sub);
    const emailsOfAsker = await this.#emailsOf(request.askedBy, tx);
    const objection = objectionTo(request, emailsOfAsker, await this.#agreeing(sub, tx));
    if (objection) throw OperatorErrors[objection]();
  }

  /** Leaves the requests that nothing of this kind speaks against. */
  async without(requests: readonly FourEyesRequest[], sub: string): Promise<ReadonlySet<FourEyesRequest>> {
    if (requests.length === 0) return new Set();
    const agreeing = await this.#agreeing(sub);
    const emails = new Map<string, readonly string[]>();
    for (const { askedBy } of requests) {
      if (!emails.has(askedBy)) emails.set(askedBy, await this.#emailsOf(askedBy));
    }
    return new Set(requests.filter((one) => !objectionTo(one, emails.get(one.askedBy) ?? [], agreeing)));
  }

  async #agreeing(sub: string, sql?: Sql): Promise<Agreeing> {
    return { emails: await this.#emailsOf(sub, sql), invitations: await this.operators.invitationsOf(sub, sql) };
  }

  /** The address that the operator was invited by, and the one that the operator has now. */
  async #emailsOf(sub: string, sql?: Sql): Promise<readonly string[]> {
    const operator = await this.operators.find(sub, sql);
    const user = await this.users.find(sub);
    return [operator?.userId, user?.emailId].filter((email) => email !== undefined && email !== null);
  }
}
