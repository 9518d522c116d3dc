import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Tx } from '../../../shared/persistence/index.js';
import { UserDirectory } from '../../../users/contract/index.js';
import type { OperatorCard } from '../../contract/operator-names.port.js';
import { type FirstDecision, OperatorPersons, type SecondOpinion } from '../../contract/operator-persons.port.js';
import { OperatorErrors } from '../../contract/operators.errors.js';
import { OperatorRepository } from '../../people/operator.repository.js';
import type { FourEyesRequest } from '../four-eyes-request.entity.js';
import { type Account, invitationsMatterFrom, type Objection, objectionTo } from './second-account.js';

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
   * Throws if the operator may be a second account of the requester, or the requester one of the operator. Locks the
   * operator's invitations until the transaction ends.
   */
  async refuse(tx: Tx, { askedBy, askedAt }: FourEyesRequest, sub: string): Promise<void> {
    const objection = await this.#objection(tx, { by: askedBy, at: askedAt }, sub);
    if (objection) throw OperatorErrors[objection]();
  }

  async judge(tx: Tx, first: FirstDecision, sub: string): Promise<SecondOpinion> {
    if (!(await this.operators.lockInvitations(tx, first.by))) return 'first is gone';
    return (await this.#objection(tx, first, sub)) ? 'maybe of the same person' : 'of another person';
  }

  async #objection(tx: Tx, { by, at }: FirstDecision, sub: string): Promise<Objection | undefined> {
    const { manager } = tx;
    await this.operators.lockInvitations(tx, sub);
    const invitations = await this.operators.invitationsSince(invitationsMatterFrom(at), manager);
    return objectionTo(at, await this.#account(by, manager), await this.#account(sub, manager), invitations);
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
    const userIds = await this.operators.userIdsOf([...new Set([sub, ...requests.map(({ askedBy }) => askedBy)])]);
    const accountOf = (one: string): Account => ({
      sub: one,
      emails: known(userIds.get(one), cards.get(one)?.emailId),
    });
    const oldest = new Date(Math.min(...requests.map(({ askedAt }) => askedAt.getTime())));
    const invitations = await this.operators.invitationsSince(invitationsMatterFrom(oldest));
    const agreeing = accountOf(sub);
    const mayAgree = ({ askedBy, askedAt }: FourEyesRequest): boolean =>
      objectionTo(askedAt, accountOf(askedBy), agreeing, invitations) === undefined;
    return new Set(requests.filter(mayAgree));
  }

  async #account(sub: string, manager: EntityManager): Promise<Account> {
    const operator = await this.operators.find(sub, manager);
    return { sub, emails: known(operator?.userId, (await this.users.find(sub))?.emailId) };
  }
}

/** Returns an operator's known email addresses: the one that was invited, and the current one. */
const known = (...emails: readonly (string | null | undefined)[]): string[] =>
  emails.filter((email) => email !== undefined && email !== null);
