import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/index.js';
import type { NewNotification } from '../notification/notification.entity.js';
import { checkContent, type NotificationRequest } from './notification-request.js';
import { CallbackAddresses } from './callback-addresses.service.js';
import { NotificationTemplates } from '../templates/notification-templates.service.js';

export type RequestedContent = Pick<NewNotification, 'content' | 'template'>;

/** Builds the content of a request, after the checks between its fields. */
@Injectable()
export class RequestedContents {
  constructor(
    private readonly templates: NotificationTemplates,
    private readonly callbacks: CallbackAddresses,
  ) {}

  async of(tenant: Tenant, request: NotificationRequest): Promise<RequestedContent> {
    const { body, template } = await this.templates.textsOf(tenant, request);
    const content = { actions: request.actions, body };
    checkContent(content, request.template ? '/values' : '/body');
    await this.callbacks.assertAllowed(tenant, request.callbackUrl);
    return { content, template };
  }
}
