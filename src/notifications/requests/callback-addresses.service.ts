import { Injectable } from '@nestjs/common';
import { isPlainUrl, KernelErrors, type Tenant } from '../../shared/kernel/index.js';
import { Webhooks } from '../../webhooks/contract/index.js';

/** Where enterprises may be told of one notification: only where they have registered an endpoint. */
@Injectable()
export class CallbackAddresses {
  constructor(private readonly webhooks: Webhooks) {}

  async assertAllowed(tenant: Tenant, url: string | null): Promise<void> {
    if (url === null) return;
    if (isPlainUrl(url) && (await this.webhooks.hasOrigin(tenant, url))) return;
    const detail = 'Must have the origin of a registered webhook endpoint, and no credentials.';
    throw KernelErrors.invalidArguments(undefined, { errors: [{ pointer: '/callback_url', detail }] });
  }
}
