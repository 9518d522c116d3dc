import { Injectable } from '@nestjs/common';
import type { Principal } from '../../shared/http/bearer/principal.js';
import { KernelErrors } from '../../shared/kernel/kernel.errors.js';
import type { Tenant } from '../../shared/kernel/tenant.js';
import type { Standing } from '../domain/client-permissions.js';
import { ClientRegistry } from './client-registry.service.js';

/** On whose behalf clients are seen and changed, and what it may grant. */
export interface ClientManager extends Standing {
  readonly tenant: Tenant;
  readonly name: string;
}

@Injectable()
export class ClientManagers {
  constructor(private readonly registry: ClientRegistry) {}

  /** A calling client grants what it holds by its registration, whatever its present token was narrowed to. */
  async of(principal: Principal, tenant: Tenant): Promise<ClientManager> {
    const caller = await this.registry.find(principal.clientId);
    if (!caller) throw KernelErrors.unauthenticated();
    const { administrator, scopes, clientId } = caller.record;
    return { administrator, scopes, tenant, name: clientId };
  }
}
