import { Injectable } from '@nestjs/common';
import { demandSecond, nameOf, type Principal } from '../../shared/auth-guard/index.js';
import { canonicalDigest, Clock, KernelErrors, type Tenant } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import { reviewedFields, type WholeClient } from '../client/client-powers.js';
import type { ClientPrivileges } from './client-management-rules.js';
import { ClientRegistry } from '../client/client-registry.service.js';
import type { Client } from '../client/client.entity.js';
import { ClientPowerChanged, type ClientPowerStep } from '../contract/auth.events.js';
import { userScopes } from '../tokens/token-plan.js';

/** The scope that the second operator must hold to approve a change to a client. */
const SECURE = 'clients:secure';

/**
 * Requires a second operator's approval if the caller is an operator. Client applications and the command line are
 * exempt.
 */
export function demandTwo({ operator }: ClientManager, seen?: WholeClient): void {
  if (operator) demandSecond(operator, SECURE, seen && canonicalDigest(reviewedFields(seen)));
}

export function noteResponsible({ responsible }: ClientManager, client: Client, now: Date): void {
  if (responsible !== undefined) client.noteOperator(responsible, now);
}

export function recordPowerChange(
  tx: Tx,
  { operator }: ClientManager,
  { clientId, clientName, enterpriseId }: Client,
  step: ClientPowerStep,
  powers: readonly string[],
): void {
  if (operator?.sub === undefined) return;
  const agreedBy = operator.operator?.agreedBy ?? null;
  tx.record(new ClientPowerChanged({ clientId, clientName, enterpriseId, step, powers, by: operator.sub, agreedBy }));
}

/** The caller that reads or changes clients, and the scopes that this caller may grant. */
export interface ClientManager extends ClientPrivileges {
  readonly tenant: Tenant;
  readonly name: string;
  /** Set if the caller is an operator at the console, who needs a second operator's approval for some changes. */
  readonly operator?: Principal;
  /**
   * The operator who is responsible for this change. The audit log names the operator with the actions of the client
   * that is created or changed.
   */
  readonly responsible?: string | undefined;
}

@Injectable()
export class ClientManagers {
  constructor(
    private readonly registry: ClientRegistry,
    private readonly clock: Clock,
  ) {}

  /**
   * A client that calls the API may grant every scope of its registration, even if its current token has fewer scopes.
   */
  async of(principal: Principal, tenant: Tenant): Promise<ClientManager> {
    if (principal.kind === 'operator') return managerOf(principal, tenant);
    const caller = await this.registry.find(principal.clientId);
    if (!caller) throw KernelErrors.unauthenticated();
    const { administrator, scopes, clientId } = caller.record;
    const responsible = caller.record.responsibleAt(this.clock.now());
    return { administrator, scopes, tenant, name: clientId, responsible };
  }
}

/** An operator may grant the scopes of their roles, and user scopes, which give no access to the management API. */
const managerOf = (operator: Principal, tenant: Tenant): ClientManager => ({
  administrator: false,
  scopes: [...userScopes, ...operator.scopes],
  tenant,
  name: nameOf(operator),
  operator,
  responsible: operator.sub,
});
