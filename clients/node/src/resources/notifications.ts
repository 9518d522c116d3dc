import type { CallOptions } from '../calls/api.js';
import type { ExportOptions, ListExport } from '../calls/list-export.js';
import type { Listing } from '../calls/listing.js';
import type * as model from '../generated/api.js';
import { type ExportQueryOf, type QueryOf, Resource } from './resource.js';

/** What you ask users. Scopes: `notifications:read`, `notifications:write`. */
export class Notifications extends Resource {
  /** Asks. The same `msg_id` and content again give the present state of the notification that there is. */
  create(notification: model.CreateNotification, options?: CallOptions): Promise<model.CreatedNotification> {
    return this.call('Notifications_create', { body: notification }, options);
  }

  /** What was asked and by whom, its status, the answer, and the evidence of a signed one. */
  get(notificationUuid: string, options?: CallOptions): Promise<model.NotificationDetails> {
    return this.call('Notifications_get', { path: { notificationUuid } }, options);
  }

  /** What happened to it: hints, devices that fetched it, step-ups, its end. */
  history(notificationUuid: string, options?: CallOptions): Promise<model.NotificationEvents> {
    return this.call('Notifications_history', { path: { notificationUuid } }, options);
  }

  /** Newest first, without evidence. A search by `text` reads on through many pages until it has enough. */
  list(query: QueryOf<'Notifications_list'> = {}, options?: CallOptions): Listing<model.NotificationSummary> {
    return this.listed('Notifications_list', 'notifications', { query }, options);
  }

  /** The list as one stream: `for await` reads rows, `csv()` is a file. */
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

/** Texts that you send again and again. Scopes: `notifications:read`, `notifications:write`. */
export class NotificationTemplates extends Resource {
  list(query: QueryOf<'NotificationTemplates_list'> = {}, options?: CallOptions): Listing<model.NotificationTemplate> {
    return this.listed('NotificationTemplates_list', 'templates', { query }, options);
  }

  create(template: model.CreateNotificationTemplate, options?: CallOptions): Promise<model.NotificationTemplate> {
    return this.call('NotificationTemplates_create', { body: template }, options);
  }

  /** The newest version, unless `query` says which. */
  get(
    templateId: string,
    query: QueryOf<'NotificationTemplates_get'> = {},
    options?: CallOptions,
  ): Promise<model.NotificationTemplate> {
    return this.call('NotificationTemplates_get', { path: { templateId }, query }, options);
  }

  /** Newest first. */
  versions(
    templateId: string,
    query: QueryOf<'NotificationTemplates_versions'> = {},
    options?: CallOptions,
  ): Listing<model.NotificationTemplate> {
    return this.listed('NotificationTemplates_versions', 'templates', { path: { templateId }, query }, options);
  }

  /** Makes a new version. It is not tried again when the answer gets lost: that could make two. */
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

  /** The texts with these values. Sends nothing. */
  preview(
    templateId: string,
    values: model.PreviewNotificationTemplate,
    options?: CallOptions,
  ): Promise<model.NotificationPreview> {
    return this.call('NotificationTemplates_preview', { path: { templateId }, body: values }, options);
  }
}
