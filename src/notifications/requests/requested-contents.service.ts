import type { Content } from '@countersign/evidence';
import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/tenant.js';
import { checkContent, type NotificationRequest } from './notification-request.js';
import { CallbackAddresses } from './callback-addresses.service.js';
import { NotificationTemplates } from '../templates/notification-templates.service.js';

/** Builds the content of a request, after the checks between its fields. */
@Injectable()
export class RequestedContents {
  constructor(
    private readonly templates: NotificationTemplates,
    private readonly callbacks: CallbackAddresses,
  ) {}

  async of(tenant: Tenant, request: NotificationRequest): Promise<Content> {
    const content = { actions: request.actions, body: await this.templates.bodyOf(tenant, request) };
    checkContent(content, request.template ? '/values' : '/body');
    await this.callbacks.assertAllowed(tenant, request.callbackUrl);
    return content;
  }
}
