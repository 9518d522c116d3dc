import { Injectable } from '@nestjs/common';
import { ConfigurationKind, type Owner, plain, type PresentObject } from '../../configuration/contract/index.js';
import type { JsonObject } from '../../shared/kernel/index.js';
import { UserDirectory } from '../../users/contract/index.js';
import { grantOf, type Grant } from '../roles/grants.js';
import { NewOperatorDto } from './dto/operator.dto.js';
import type { Operator } from './operator.entity.js';
import { OperatorRepository } from './operator.repository.js';
import { type ActsOnOperators, type NewOperator, OperatorsService } from './operators.service.js';

/** The caller for changes by configuration files. Like changes on the command line, they need no second operator. */
const BY_FILES: ActsOnOperators = { sub: null, demandSecond: () => undefined };

/**
 * Creates and changes operators and their roles as declared in configuration files. Temporary operators for emergencies
 * cannot be declared.
 */
@Injectable()
export class DeclaredOperators extends ConfigurationKind {
  override readonly list = 'operators';
  override readonly keyMember = 'emailId';
  override readonly rank = 6;
  override readonly form = NewOperatorDto;
  override readonly isOwned = false;

  constructor(
    private readonly operators: OperatorsService,
    private readonly rows: OperatorRepository,
    private readonly users: UserDirectory,
  ) {
    super();
  }

  override complete({ emailId, firstName, lastName, grants }: NewOperatorDto): JsonObject {
    return plain({ emailId: emailId.toLowerCase(), firstName, lastName, grants: inOrder(grants) });
  }

  override async find(_owner: Owner, emailId: string): Promise<PresentObject | undefined> {
    const found = await this.rows.findByUserId(emailId);
    return found && found.endsAt === null ? this.#present(found) : undefined;
  }

  override async *all(): AsyncIterable<PresentObject> {
    for (const operator of await this.operators.list()) {
      if (operator.endsAt === null) yield await this.#present(operator);
    }
  }

  override create(_owner: Owner, members: JsonObject): Promise<unknown> {
    return this.operators.create(BY_FILES, members as unknown as NewOperator);
  }

  override change(_owner: Owner, { id }: PresentObject, changed: JsonObject): Promise<unknown> {
    return this.operators.change(BY_FILES, id, changed);
  }

  override remove(_owner: Owner, sub: string): Promise<void> {
    return this.operators.remove(BY_FILES, sub);
  }

  async #present({ sub, userId, grants }: Operator): Promise<PresentObject> {
    const user = await this.users.find(sub);
    const [firstName, lastName] = [user?.firstName ?? null, user?.lastName ?? null];
    return { id: sub, members: plain({ emailId: userId, firstName, lastName, grants: inOrder(grants) }) };
  }
}

/** Removes duplicate roles and sorts the rest, so that two lists can be compared. */
const inOrder = (grants: readonly Grant[]): Grant[] => {
  const byName = new Map(grants.map((grant) => [JSON.stringify(grantOf(grant)), grantOf(grant)]));
  return [...byName.keys()].sort().flatMap((name) => byName.get(name) ?? []);
};
