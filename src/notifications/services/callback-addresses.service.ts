import { Injectable } from '@nestjs/common';
import { KernelErrors } from '../../shared/kernel/errors.js';
import type { Tenant } from '../../shared/kernel/tenant.js';
import { Webhooks } from '../../shared/webhooks/webhooks.port.js';

/** Where enterprises may be told of one notification: only where they have registered an endpoint. */
@Injectable()
export class CallbackAddresses {
  constructor(private readonly webhooks: Webhooks) {}

  async assertAllowed(tenant: Tenant, url: string | null): Promise<void> {
    if (url === null || (await this.webhooks.hasOrigin(tenant, url))) return;
    const detail = 'Must have the origin of a registered webhook endpoint.';
    throw KernelErrors.invalidArguments(undefined, { errors: [{ pointer: '/callback_url', detail }] });
  }
}
