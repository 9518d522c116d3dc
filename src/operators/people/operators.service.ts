import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Clock, type JsonObject, KernelErrors, Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { Enterprises, KeptUsers, MessageSender, OPERATORS_ENTERPRISE } from '../../users/contract/index.js';
import { OperatorErrors } from '../contract/operators.errors.js';
import { EVERYWHERE, ownsAll, type Grant } from '../roles/grants.js';
import { invitationMail } from './invitation-mail.js';
import { Operator } from './operator.entity.js';
import { OperatorRepository } from './operator.repository.js';

const TENANT = Tenant.of(OPERATORS_ENTERPRISE, false);
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

export interface OperatorChanges {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly state?: 'active' | 'blocked' | undefined;
  readonly grants?: readonly Grant[] | undefined;
}

/** The use cases of owners for operators. */
@Injectable()
export class OperatorsService {
  readonly #log = new Logger(OperatorsService.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly operators: OperatorRepository,
    private readonly users: KeptUsers,
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

  /**
   * Whether this is about an owner of all enterprises, of before or from now on. Where there is one owner only, nobody
   * could agree, so that one makes the second alone.
   */
  async needsSecond(by: string, sub: string | undefined, grants: readonly Grant[] = []): Promise<boolean> {
    const isOwner = sub !== undefined && ownsAll((await this.find(sub)).grants);
    return (isOwner || ownsAll(grants)) && (await this.operators.otherOwners(by)).length > 0;
  }

  /** Makes an operator who has no way in yet. `by`: the operator who invites. */
  async make({ grants, endsAt = null, ...person }: NewOperator, by: string | null = null): Promise<Operator> {
    await this.#refuseUnknown(grants);
    const userId = person.emailId.toLowerCase();
    if (await this.operators.findByUserId(userId)) throw OperatorErrors.alreadyThere();
    return this.uow.run(async (tx) => {
      const sub = await this.users.enrol(TENANT, { ...person, userId });
      await this.operators.add(tx, Operator.make({ sub, userId, endsAt }, this.clock.now()), by);
      await this.operators.setGrants(tx, sub, grants);
      note(tx, 'operators.operator-made', sub, { grants: written(grants) });
      return (await this.operators.find(sub, tx.manager)) ?? notFound();
    });
  }

  /** A link, good once: a passkey is made behind it. What the operator signed in with before is void. */
  async link({ sub, userId }: Operator, seconds: number, by: string | null = null): Promise<string> {
    const code = await this.users.newCode(TENANT, userId, seconds);
    await this.uow.run(async (tx) => {
      await this.operators.noteInvited(tx, sub, by, this.clock.now());
      note(tx, 'operators.operator-invited', sub, {});
    });
    const query = new URLSearchParams({ login: userId, code });
    return `${this.config.consoleUrl}/welcome?${query.toString()}`;
  }

  /** Whether the link is on its way. Without mail, the command line prints one. */
  async invite(operator: Operator, by: string | null): Promise<'sent' | 'none'> {
    const to = { email: operator.userId, mobile: null };
    if (!this.sender.canReach(to)) return 'none';
    const link = await this.link(operator, MAIL_SECONDS, by);
    try {
      await this.sender.send({ to, ...invitationMail(this.config.brandName, link) });
      return 'sent';
    } catch (error) {
      this.#log.warn({ err: error }, 'An invitation was not sent');
      return 'none';
    }
  }

  async change(by: string, sub: string, { grants, state, ...names }: OperatorChanges): Promise<Operator> {
    const operator = await this.find(sub);
    if (by === sub && (grants !== undefined || state !== undefined)) throw OperatorErrors.ownRoles();
    if (grants) await this.#grant(operator, grants);
    if (state === 'blocked') await this.#leave(operator, () => this.users.change(TENANT, operator.userId, 'BLOCKED'));
    if (state === 'active') await this.users.change(TENANT, operator.userId, 'UNBLOCK');
    const { firstName, lastName } = names;
    if (firstName !== undefined && lastName !== undefined) {
      await this.users.rename(TENANT, operator.userId, { firstName, lastName });
    }
    return this.find(sub);
  }

  async remove(by: string, sub: string): Promise<void> {
    if (by === sub) throw OperatorErrors.ownRoles();
    const operator = await this.find(sub);
    await this.#leave(operator, async (tx) => {
      await this.users.change(TENANT, operator.userId, 'DELETED');
      this.operators.remove(tx, operator);
      note(tx, 'operators.operator-removed', sub, {});
    });
  }

  /** Owners of an emergency whose hours are over. */
  async removeEnded(): Promise<void> {
    for (const operator of await this.operators.ended(this.clock.now())) {
      await this.uow.run(async (tx) => {
        await this.users.change(TENANT, operator.userId, 'DELETED');
        this.operators.remove(tx, operator);
        note(tx, 'operators.operator-removed', operator.sub, { because: 'ended' });
      });
    }
  }

  async #grant(operator: Operator, grants: readonly Grant[]): Promise<void> {
    await this.#refuseUnknown(grants);
    const change = async (tx: Tx) => {
      await this.operators.setGrants(tx, operator.sub, grants);
      note(tx, 'operators.roles-changed', operator.sub, { from: written(operator.grants), to: written(grants) });
    };
    if (ownsAll(grants)) await this.uow.run(change);
    else await this.#leave(operator, change);
  }

  /** Takes an operator out of the owners, if another one stays. */
  #leave(operator: Operator, change: (tx: Tx) => Promise<void>): Promise<void> {
    return this.uow.run(async (tx) => {
      await this.operators.lockAll(tx);
      const isOwner = ownsAll(operator.grants) && operator.endsAt === null;
      if (isOwner && (await this.operators.otherOwners(operator.sub, tx.manager)).length === 0)
        throw OperatorErrors.lastOwner();
      await change(tx);
    });
  }

  async #refuseUnknown(grants: readonly Grant[]): Promise<void> {
    for (const [at, { enterpriseId }] of grants.entries()) {
      if (enterpriseId === EVERYWHERE || (await this.enterprises.exists(enterpriseId))) continue;
      const errors = [{ pointer: `/grants/${at}/enterpriseId`, detail: 'There is no such enterprise.' }];
      throw KernelErrors.invalidArguments(undefined, { errors });
    }
  }
}

const written = (grants: readonly Grant[]): string[] =>
  grants.map(({ enterpriseId, side, role }) => `${role} ${enterpriseId} ${side}`);

function note(tx: Tx, kind: string, subject: string, details: JsonObject): void {
  tx.pending.audit.push({ kind, tenant: TENANT, subject, details });
}

function notFound(): never {
  throw OperatorErrors.notFound();
}
