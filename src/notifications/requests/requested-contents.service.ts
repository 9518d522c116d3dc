import { Injectable } from '@nestjs/common';
import { isPlainUrl, KernelErrors, type Tenant } from '../../shared/kernel/index.js';
import { Webhooks } from '../../webhooks/contract/index.js';
import type { NewNotification } from './new-notification.js';
import { checkContent, type NotificationRequest } from './notification-request.js';
import { NotificationTemplates } from '../templates/notification-templates.service.js';

export type RequestedContent = Pick<NewNotification, 'content' | 'template'>;

/** Builds the content of a notification from a request, after checking rules that span several fields. */
@Injectable()
export class RequestedContents {
  constructor(
    private readonly templates: NotificationTemplates,
    private readonly webhooks: Webhooks,
  ) {}

  async of(tenant: Tenant, request: NotificationRequest): Promise<RequestedContent> {
    const { body, template } = await this.templates.textsOf(tenant, request);
    const content = { actions: request.actions, body };
    checkContent(content, request.template ? '/values' : '/body');
    await this.#assertCallbackAllowed(tenant, request.callbackUrl);
    return { content, template };
  }

  /**
   * Refuses a callback URL unless it has the origin of one of the enterprise's webhook endpoints and contains no
   * credentials.
   */
  async #assertCallbackAllowed(tenant: Tenant, url: string | null): Promise<void> {
    if (url === null || (isPlainUrl(url) && (await this.webhooks.hasOrigin(tenant, url)))) return;
    const detail = 'Must have the origin of a registered webhook endpoint, and no credentials.';
    throw KernelErrors.invalidArguments(undefined, { errors: [{ pointer: '/callback_url', detail }] });
  }
}
