import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Tx } from '../../../shared/persistence/index.js';
import { UserDirectory } from '../../../users/contract/index.js';
import type { OperatorCard } from '../../contract/operator-names.port.js';
import { type FirstDecision, OperatorPersons } from '../../contract/operator-persons.port.js';
import { OperatorErrors } from '../../contract/operators.errors.js';
import { OperatorRepository } from '../../people/operator.repository.js';
import type { FourEyesRequest } from '../four-eyes-request.entity.js';
import { type Agreeing, type Asked, type Objection, objectionTo } from './second-account.js';

/** Detects operators who try to approve their own requests, or to confirm their own decisions, with a second account. */
@Injectable()
export class SecondAccounts extends OperatorPersons {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly users: UserDirectory,
  ) {
    super();
  }

  /**
   * Throws if the operator may be a second account of the requester. Locks the operator's invitations until the
   * transaction ends.
   */
  async refuse(tx: Tx, request: FourEyesRequest, sub: string): Promise<void> {
    const objection = await this.#objection(tx, request, sub);
    if (objection) throw OperatorErrors[objection]();
  }

  /** The two make the same decision, so either of them may be the second account of the other. */
  async mayBeOne(tx: Tx, { by, at: askedAt }: FirstDecision, sub: string): Promise<boolean> {
    const objection =
      (await this.#objection(tx, { askedBy: by, askedAt }, sub)) ??
      (await this.#objection(tx, { askedBy: sub, askedAt }, by));
    return objection !== undefined;
  }

  async #objection(tx: Tx, asked: Asked, sub: string): Promise<Objection | undefined> {
    await this.operators.lockInvitations(tx, sub);
    const emailsOfAsker = await this.#emailsOf(asked.askedBy, tx.manager);
    return objectionTo(asked, emailsOfAsker, await this.#agreeing(sub, tx.manager));
  }

  /**
   * Returns the requests that the operator `sub` may approve. `cards` must contain the email addresses of the
   * requesters and of `sub`.
   */
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

/** Returns an operator's known email addresses: the one that was invited, and the current one. */
const known = (...emails: readonly (string | null | undefined)[]): string[] =>
  emails.filter((email) => email !== undefined && email !== null);
