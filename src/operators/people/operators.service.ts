import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Clock, DomainError, type JsonObject, KernelErrors, Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import {
  type Addresses,
  Enterprises,
  ManagedUsers,
  MessageSender,
  OPERATORS_ENTERPRISE,
  UserDirectory,
  UserErrors,
} from '../../users/contract/index.js';
import { OperatorErrors } from '../contract/operators.errors.js';
import { EVERYWHERE, ownsAll, type Grant } from '../roles/grants.js';
import { invitationMail } from './operator-mail.js';
import { Operator } from './operator.entity.js';
import { OperatorRepository } from './operator.repository.js';

/** The tenant that operators belong to as users. */
export const OPERATORS_TENANT = Tenant.of(OPERATORS_ENTERPRISE, false);
const TENANT = OPERATORS_TENANT;
const HOUR = 3_600;
export const MAIL_SECONDS = 24 * HOUR;
export const LINK_SECONDS = HOUR;

export interface NewOperator {
  readonly emailId: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly grants: readonly Grant[];
  readonly endsAt?: Date | null;
}

/** The operator or client that makes changes to operators. */
export interface ActsOnOperators {
  /** The `sub` of the calling operator, or null for a client. */
  readonly sub: string | null;
  /** Throws if the calling operator needs a second owner's approval. It is called while all operators are locked. */
  readonly demandSecond: () => void;
}

export interface OperatorChanges {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly state?: 'active' | 'blocked' | undefined;
  readonly grants?: readonly Grant[] | undefined;
}

/** Creates, changes and removes operators. Only owners may do this. */
@Injectable()
export class OperatorsService {
  readonly #log = new Logger(OperatorsService.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly operators: OperatorRepository,
    private readonly users: ManagedUsers,
    private readonly directory: UserDirectory,
    private readonly enterprises: Enterprises,
    private readonly sender: MessageSender,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  list(): Promise<Operator[]> {
    return this.operators.list();
  }

  async find(sub: string): Promise<Operator> {
    return (await this.operators.find(sub)) ?? notFound();
  }

  /** Creates an operator who cannot sign in yet. Used on the command line, and at the first start in development. */
  make(made: NewOperator, by: string | null = null): Promise<Operator> {
    return this.#alone((tx) => this.#make(tx, made, by));
  }

  /** Creates an operator, and sends an invitation. */
  async create(by: ActsOnOperators, made: NewOperator): Promise<Operator> {
    const [created, link] = await this.#alone(async (tx) => {
      await this.#demandSecond(tx, by, [made.grants]);
      const operator = await this.#make(tx, made, by.sub);
      return [operator, await this.#mailedLink(operator, by)] as const;
    });
    await this.#send(created, link);
    return created;
  }

  /**
   * Creates a link with which the operator can create a passkey once. The operator's other credentials become invalid.
   */
  link({ sub, userId }: Operator, seconds: number, by: string | null = null): Promise<string> {
    return this.uow.run(async (tx) => {
      const code = await this.users.newCode(TENANT, userId, seconds);
      await this.operators.noteInvited(tx, sub, by, this.clock.now());
      note(tx, 'operators.operator-invited', sub, {});
      const query = new URLSearchParams({ login: userId, code });
      return `${this.config.consoleUrl}/welcome?${query.toString()}`;
    });
  }

  async inviteAgain(by: ActsOnOperators, sub: string): Promise<'sent' | 'none'> {
    if (by.sub === sub) throw OperatorErrors.ownRoles();
    const [invited, link] = await this.#alone(async (tx) => {
      if ((await this.directory.statusOf(sub)) === 'BLOCKED') throw OperatorErrors.blocked();
      const operator = await this.#find(tx, sub);
      await this.#demandSecond(tx, by, [operator.grants]);
      return [operator, await this.#mailedLink(operator, by)] as const;
    });
    return this.#send(invited, link);
  }

  /** Changes the given fields of an operator, either all or none. */
  change(by: ActsOnOperators, sub: string, changes: OperatorChanges): Promise<Operator> {
    const { grants, state, firstName, lastName } = changes;
    const isOfRights = grants !== undefined || state !== undefined;
    if (by.sub === sub && isOfRights) throw OperatorErrors.ownRoles();
    const names = { ...(firstName !== undefined && { firstName }), ...(lastName !== undefined && { lastName }) };
    return this.#alone(async (tx) => {
      const operator = await this.#find(tx, sub);
      const { userId } = operator;
      if (isOfRights) await this.#demandSecond(tx, by, [operator.grants, grants ?? []]);
      if (grants) await this.#grant(tx, operator, grants);
      if (state === 'blocked') {
        await this.#demandAnotherOwner(tx, operator);
        await this.users.change(TENANT, userId, 'BLOCKED');
      }
      if (state === 'active') await this.users.change(TENANT, userId, 'UNBLOCK');
      if (Object.keys(names).length > 0) await this.users.rename(TENANT, userId, names);
      return this.#find(tx, sub);
    });
  }

  remove(by: ActsOnOperators, sub: string): Promise<void> {
    if (by.sub === sub) throw OperatorErrors.ownRoles();
    return this.#alone(async (tx) => {
      const operator = await this.#find(tx, sub);
      await this.#demandSecond(tx, by, [operator.grants]);
      await this.#demandAnotherOwner(tx, operator);
      await this.users.change(TENANT, operator.userId, 'DELETED');
      this.operators.remove(tx, operator);
      note(tx, 'operators.operator-removed', sub, {});
    });
  }

  /** Removes owners who were created for an emergency and whose access has expired. */
  async removeEnded(): Promise<void> {
    for (const { sub } of await this.operators.ended(this.clock.now())) {
      await this.#alone(async (tx) => {
        const operator = await this.operators.find(sub, tx.manager);
        if (!operator) return; // an owner has already removed the operator
        await this.users.change(TENANT, operator.userId, 'DELETED');
        this.operators.remove(tx, operator);
        note(tx, 'operators.operator-removed', sub, { because: 'ended' });
      });
    }
  }

  /** Runs changes to operators one at a time, because whether an owner is the last one depends on all operators. */
  #alone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.uow.run(async (tx) => {
      await this.operators.lockAll(tx);
      return work(tx);
    });
  }

  async #find(tx: Tx, sub: string): Promise<Operator> {
    return (await this.operators.find(sub, tx.manager)) ?? notFound();
  }

  /**
   * Requires a second owner's approval if the grants make an operator an owner of all enterprises. The only such owner
   * may act alone. Owners who cannot sign in count too, so that no other owner may act alone meanwhile.
   */
  async #demandSecond(tx: Tx, by: ActsOnOperators, grants: readonly (readonly Grant[])[]): Promise<void> {
    if (by.sub === null || !grants.some(ownsAll)) return;
    if ((await this.operators.otherOwners(by.sub, tx.manager)).length > 0) by.demandSecond();
  }

  /** Throws unless another owner of all enterprises can sign in: one who is invited or blocked cannot. */
  async #demandAnotherOwner(tx: Tx, { sub, grants, endsAt }: Operator): Promise<void> {
    if (!ownsAll(grants) || endsAt !== null) return;
    for (const other of await this.operators.otherOwners(sub, tx.manager)) {
      if ((await this.directory.statusOf(other)) === 'ACTIVE') return;
    }
    throw OperatorErrors.lastOwner();
  }

  async #make(tx: Tx, { grants, endsAt = null, ...person }: NewOperator, by: string | null): Promise<Operator> {
    await this.#refuseUnknown(grants);
    const userId = person.emailId.toLowerCase();
    if (await this.operators.findByUserId(userId, tx.manager)) throw OperatorErrors.alreadyThere();
    const sub = await this.users.enrol(TENANT, { ...person, userId }).catch(refuseRemoved);
    await this.operators.add(tx, Operator.make({ sub, userId, endsAt }, this.clock.now()), by);
    await this.operators.setGrants(tx, sub, grants);
    note(tx, 'operators.operator-made', sub, { grants: written(grants) });
    return this.#find(tx, sub);
  }

  async #grant(tx: Tx, operator: Operator, grants: readonly Grant[]): Promise<void> {
    await this.#refuseUnknown(grants);
    if (!ownsAll(grants)) await this.#demandAnotherOwner(tx, operator);
    await this.operators.setGrants(tx, operator.sub, grants);
    note(tx, 'operators.roles-changed', operator.sub, { from: written(operator.grants), to: written(grants) });
  }

  /** Creates an invitation link to be mailed. Returns `undefined` if no mail can reach the operator. */
  async #mailedLink(operator: Operator, by: ActsOnOperators): Promise<string | undefined> {
    return (await this.sender.canReach(addressesOf(operator))) ? this.link(operator, MAIL_SECONDS, by.sub) : undefined;
  }

  async #send(operator: Operator, link: string | undefined): Promise<'sent' | 'none'> {
    if (link === undefined) return 'none';
    try {
      await this.sender.send({ to: addressesOf(operator), ...invitationMail(this.config.brandName, link) });
      return 'sent';
    } catch (error) {
      this.#log.warn({ err: error }, 'An invitation was not sent');
      return 'none';
    }
  }

  async #refuseUnknown(grants: readonly Grant[]): Promise<void> {
    for (const [at, { enterpriseId }] of grants.entries()) {
      if (enterpriseId === EVERYWHERE || (await this.enterprises.exists(enterpriseId))) continue;
      const errors = [{ pointer: `/grants/${at}/enterpriseId`, detail: 'There is no such enterprise.' }];
      throw KernelErrors.invalidArguments(undefined, { errors });
    }
  }
}

const addressesOf = ({ userId }: Operator): Addresses => ({ email: userId, mobile: null });

const written = (grants: readonly Grant[]): string[] =>
  grants.map(({ enterpriseId, side, role }) => `${role} ${enterpriseId} ${side}`);

function note(tx: Tx, kind: string, subject: string, details: JsonObject): void {
  tx.pending.audit.push({ kind, tenant: TENANT, subject, details });
}

function notFound(): never {
  throw OperatorErrors.notFound();
}

/** Reports that this address cannot be invited again: the user of a removed operator keeps the user id. */
function refuseRemoved(error: unknown): never {
  if (!(error instanceof DomainError && error.kind === UserErrors.alreadyExists)) throw error;
  throw OperatorErrors.alreadyThere('An operator with this e-mail address was removed. Invite another address.');
}
