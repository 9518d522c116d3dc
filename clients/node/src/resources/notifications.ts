import type { CallOptions } from '../calls/api.js';
import type { ExportOptions, ListExport } from '../calls/list-export.js';
import type { Listing } from '../calls/listing.js';
import type * as model from '../generated/api.js';
import { type ExportQueryOf, type QueryOf, Resource } from './resource.js';

/** Notifications: questions to users. Scopes: `notifications:read`, `notifications:write`. */
export class Notifications extends Resource {
  /** Creates a notification. The same `msg_id` and content again return the existing notification. */
  create(notification: model.CreateNotification, options?: CallOptions): Promise<model.CreatedNotification> {
    return this.call('Notifications_create', { body: notification }, options);
  }

  /**
   * Returns a notification: its texts, the client that created it, the status, the answer, and the evidence of a signed
   * answer.
   */
  get(notificationUuid: string, options?: CallOptions): Promise<model.NotificationDetails> {
    return this.call('Notifications_get', { path: { notificationUuid } }, options);
  }

  /** The events of the notification: push notifications, devices that fetched it, step-ups, its end. */
  history(notificationUuid: string, options?: CallOptions): Promise<model.NotificationEvents> {
    return this.call('Notifications_history', { path: { notificationUuid } }, options);
  }

  /**
   * The newest notification comes first, without evidence. With `text`, one call examines at most 2,000 notifications,
   * so a page may be short or empty even if `next` is set.
   */
  list(query: QueryOf<'Notifications_list'> = {}, options?: CallOptions): Listing<model.NotificationSummary> {
    return this.listed('Notifications_list', 'notifications', { query }, options);
  }

  /** The list as one stream: `for await` reads rows, `csv()` returns a file. */
  exportList(
    query: ExportQueryOf<'Notifications_list'> = {},
    options?: ExportOptions,
  ): ListExport<model.NotificationSummary> {
    return this.exported('Notifications_list', 'notifications', { query }, options);
  }

  cancel(notificationUuid: string, options?: CallOptions): Promise<model.Notification> {
    return this.call('Notifications_cancel', { path: { notificationUuid } }, options);
  }
}

/** Templates: texts that you use for many notifications. Scopes: `notifications:read`, `notifications:write`. */
export class NotificationTemplates extends Resource {
  list(query: QueryOf<'NotificationTemplates_list'> = {}, options?: CallOptions): Listing<model.NotificationTemplate> {
    return this.listed('NotificationTemplates_list', 'templates', { query }, options);
  }

  create(template: model.CreateNotificationTemplate, options?: CallOptions): Promise<model.NotificationTemplate> {
    return this.call('NotificationTemplates_create', { body: template }, options);
  }

  /** The newest version of the template, unless `query` names another. */
  get(
    templateId: string,
    query: QueryOf<'NotificationTemplates_get'> = {},
    options?: CallOptions,
  ): Promise<model.NotificationTemplate> {
    return this.call('NotificationTemplates_get', { path: { templateId }, query }, options);
  }

  /** All versions of the template, the newest first. */
  versions(
    templateId: string,
    query: QueryOf<'NotificationTemplates_versions'> = {},
    options?: CallOptions,
  ): Listing<model.NotificationTemplate> {
    return this.listed('NotificationTemplates_versions', 'templates', { path: { templateId }, query }, options);
  }

  /**
   * Creates a new version of the template. The call is not retried if the answer is lost, because that could create two
   * versions.
   */
  update(
    templateId: string,
    template: model.ChangeNotificationTemplate,
    options?: CallOptions,
  ): Promise<model.NotificationTemplate> {
    return this.call('NotificationTemplates_update', { path: { templateId }, body: template }, options);
  }

  delete(templateId: string, options?: CallOptions): Promise<void> {
    return this.call('NotificationTemplates_delete', { path: { templateId } }, options);
  }

  /** Returns the texts of the template with these values filled in. Nothing is sent to a user. */
  preview(
    templateId: string,
    values: model.PreviewNotificationTemplate,
    options?: CallOptions,
  ): Promise<model.NotificationPreview> {
    return this.call('NotificationTemplates_preview', { path: { templateId }, body: values }, options);
  }
}
