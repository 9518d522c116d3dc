import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Tx } from '../../../shared/persistence/index.js';
import { UserDirectory } from '../../../users/contract/index.js';
import type { OperatorCard } from '../../contract/operator-names.port.js';
import { OperatorErrors } from '../../contract/operators.errors.js';
import { OperatorRepository } from '../../people/operator.repository.js';
import type { FourEyesRequest } from '../four-eyes-request.entity.js';
import { type Agreeing, objectionTo } from './second-account.js';

/** Finds operators who could agree to their own requests with another account. */
@Injectable()
export class SecondAccounts {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly users: UserDirectory,
  ) {}

  /** Keeps invitations of the operator from coming in between, until the transaction ends. */
  async refuse(tx: Tx, request: FourEyesRequest, sub: string): Promise<void> {
    await this.operators.lockInvitations(tx, sub);
    const emailsOfAsker = await this.#emailsOf(request.askedBy, tx.manager);
    const objection = objectionTo(request, emailsOfAsker, await this.#agreeing(sub, tx.manager));
    if (objection) throw OperatorErrors[objection]();
  }

  /** Leaves only the requests to which no such reason applies. `cards` are those of the requesters and of `sub`. */
  async without(
    requests: readonly FourEyesRequest[],
    sub: string,
    cards: ReadonlyMap<string, OperatorCard>,
  ): Promise<ReadonlySet<FourEyesRequest>> {
    if (requests.length === 0) return new Set();
    const subs = new Set([sub, ...requests.map(({ askedBy }) => askedBy)]);
    const invitedBy = await this.operators.userIdsOf([...subs]);
    const emailsOf = (one: string) => known(invitedBy.get(one), cards.get(one)?.emailId);
    const agreeing = { emails: emailsOf(sub), invitations: await this.operators.invitationsOf(sub) };
    return new Set(requests.filter((one) => !objectionTo(one, emailsOf(one.askedBy), agreeing)));
  }

  async #agreeing(sub: string, manager: EntityManager): Promise<Agreeing> {
    return {
      emails: await this.#emailsOf(sub, manager),
      invitations: await this.operators.invitationsOf(sub, manager),
    };
  }

  async #emailsOf(sub: string, manager: EntityManager): Promise<readonly string[]> {
    const operator = await this.operators.find(sub, manager);
    return known(operator?.userId, (await this.users.find(sub))?.emailId);
  }
}

/** The address that the operator was invited by, and the present one. */
const known = (...emails: readonly (string | null | undefined)[]): string[] =>
  emails.filter((email) => email !== undefined && email !== null);
