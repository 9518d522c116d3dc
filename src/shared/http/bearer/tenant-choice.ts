import { Injectable } from '@nestjs/common';
import { KernelErrors } from '../../kernel/kernel.errors.js';
import { Tenant } from '../../kernel/tenant.js';
import { EnterpriseIds } from './enterprise-ids.port.js';
import type { Principal } from './principal.js';

/** Whose data a call is about. An administrator may act for the enterprise that the header `Enterprise-Id` names. */
@Injectable()
export class TenantChoice {
  constructor(private readonly enterprises: EnterpriseIds) {}

  async of({ administrator, enterpriseId, test }: Principal, named: string | undefined): Promise<Tenant> {
    if (named === undefined) return Tenant.of(enterpriseId, test);
    if (!administrator) throw KernelErrors.forbidden('Only administrators may name an enterprise');
    if (!(await this.enterprises.exists(named))) throw KernelErrors.notFound('No such enterprise');
    return Tenant.of(named, test);
  }
}
