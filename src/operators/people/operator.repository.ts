import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOptionsWhere, In, IsNull, LessThan, LessThanOrEqual, MoreThan, Not, Repository } from 'typeorm';
import { advisoryLocks, type Tx } from '../../shared/persistence/index.js';
import { OperatorErrors } from '../contract/operators.errors.js';
import { GrantedRole, Operator, Invitation } from './operator.entity.js';
import { EVERYWHERE, type Grant, type Side } from '../roles/grants.js';
import { noteSessionsChanged } from '../sessions/session-life.js';

/** Stores operators and their roles, which belong to no tenant. Within a transaction, pass its entity manager. */
@Injectable()
export class OperatorRepository {
  constructor(
    @InjectRepository(Operator) private readonly rows: Repository<Operator>,
    @InjectRepository(Invitation) private readonly invitations: Repository<Invitation>,
  ) {}

  async list(): Promise<Operator[]> {
    const first = await this.rows.find({ select: { sub: true }, order: { sub: 'ASC' }, take: MOST });
    return this.#with({ sub: In(first.map(({ sub }) => sub)) });
  }

  async find(sub: string, manager = this.rows.manager): Promise<Operator | undefined> {
    return (await this.#with({ sub }, manager))[0];
  }

  findAll(subs: readonly string[]): Promise<Operator[]> {
    return this.#with({ sub: In(subs) });
  }

  /**
   * Returns the user ids of these operators. The user id of an operator is the email address of the first invitation.
   */
  async userIdsOf(subs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.rows.findBy({ sub: In(subs) });
    return new Map(found.map(({ sub, userId }) => [sub, userId]));
  }

  async findByUserId(userId: string, manager = this.rows.manager): Promise<Operator | undefined> {
    return (await this.#with({ userId }, manager))[0];
  }

  /**
   * Locks all operators, so that changes to them run one at a time: whether an owner is the last one depends on all
   * operators.
   */
  async lockAll(tx: Tx): Promise<void> {
    await tx.rows('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.operators]);
  }

  async add(tx: Tx, operator: Operator, by: string | null): Promise<void> {
    await tx.add(operator);
    await tx.add(Invitation.of(operator.sub, by, operator.invitedAt));
  }

  async noteInvited(tx: Tx, sub: string, by: string | null, at: Date): Promise<void> {
    const operator = await tx.lock(Operator, { sub });
    if (!operator) throw OperatorErrors.notFound();
    operator.invitedAt = at;
    await tx.save(operator);
    await tx.add(Invitation.of(sub, by, at));
  }

  /**
   * Locks the operator's invitations, so that none is added or removed until the transaction ends. Returns false if
   * there is no such operator.
   */
  async lockInvitations(tx: Tx, sub: string): Promise<boolean> {
    return (await tx.rows('SELECT FROM operators.operator WHERE sub = $1 FOR SHARE', [sub])).length > 0;
  }

  /** Returns the invitations of all operators since this time. */
  invitationsSince(from: Date, manager = this.rows.manager): Promise<Invitation[]> {
    return manager.findBy(Invitation, { invitedAt: MoreThan(from) });
  }

  async setGrants(tx: Tx, sub: string, grants: readonly Grant[]): Promise<void> {
    noteSessionsChanged(tx);
    tx.removeAll(GrantedRole, { sub });
    await tx.rows(GRANT, [
      sub,
      grants.map(({ enterpriseId }) => enterpriseId),
      grants.map(({ side }) => side),
      grants.map(({ role }) => role),
    ]);
  }

  remove(tx: Tx, operator: Operator): void {
    noteSessionsChanged(tx);
    tx.remove(operator);
  }

  /** Returns the owners of all enterprises, except the given operator and those created for an emergency. */
  async otherOwners(sub: string, manager = this.rows.manager): Promise<string[]> {
    const owner = { role: 'owner', enterpriseId: EVERYWHERE, side: Not<Side>('test') } as const;
    const where = { sub: Not(sub), endsAt: IsNull(), grants: owner };
    return (await manager.find(Operator, { select: { sub: true }, where })).map((found) => found.sub);
  }

  /** Deletes invitations that are too old to affect a pending request or review. */
  async forgetInvitations(now: Date): Promise<void> {
    await this.invitations.delete({ invitedAt: LessThan(new Date(now.getTime() - INVITATIONS_KEPT_MS)) });
  }

  ended(now: Date): Promise<Operator[]> {
    return this.#with({ endsAt: LessThanOrEqual(now) });
  }

  #with(where: FindOptionsWhere<Operator>, manager = this.rows.manager): Promise<Operator[]> {
    const order = { sub: 'ASC', grants: { enterpriseId: 'ASC', role: 'ASC', side: 'ASC' } } as const;
    return manager.find(Operator, { where, relations: { grants: true }, order });
  }
}

const MOST = 1_000;
/** A request waits for a day at most, but a review may wait for its second decision for weeks. */
const INVITATIONS_KEPT_MS = 90 * 86_400_000;

/** Adds all roles of an operator in one statement, ignoring duplicates. */
const GRANT = `
  INSERT INTO operators."grant" (sub, enterprise_id, side, role)
  SELECT DISTINCT $1::uuid, g.enterprise_id, g.side, g.role
  FROM unnest($2::text[], $3::text[], $4::text[]) AS g (enterprise_id, side, role)`;
