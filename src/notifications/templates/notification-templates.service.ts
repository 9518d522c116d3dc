import type { ContentBody } from '@countersign/evidence';
import { Injectable } from '@nestjs/common';
import { Clock, type Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import type { UsedTemplate } from '../requests/new-notification.js';
import type { NotificationRequest, TemplateUse } from '../requests/notification-request.js';
import { NotificationErrors } from '../contract/notifications.errors.js';
import { render, type Template } from './template.js';
import { NotificationTemplate } from './notification-template.entity.js';
import { NotificationTemplateRepository } from './notification-template.repository.js';
import { StoredBytes } from '../notification/stored-bytes/stored-bytes.service.js';

/**
 * Manages the notification templates of an enterprise. Each change creates a new version; existing versions never
 * change.
 */
@Injectable()
export class NotificationTemplates {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly templates: NotificationTemplateRepository,
    private readonly bytes: StoredBytes,
    private readonly clock: Clock,
  ) {}

  async find(tenant: Tenant, templateId: string, version?: number): Promise<NotificationTemplate> {
    return (await this.templates.find(tenant, templateId, version)) ?? notFound();
  }

  list(tenant: Tenant, limit: number, after?: string): Promise<NotificationTemplate[]> {
    return this.templates.list(tenant, limit, after);
  }

  /** Returns the versions of a template, newest first. `before` is the last version on the previous page. */
  async versions(tenant: Tenant, templateId: string, limit: number, before?: number): Promise<NotificationTemplate[]> {
    const found = await this.templates.versions(tenant, templateId, limit, before);
    return found.length === 0 && before === undefined ? notFound() : found;
  }

  create(tenant: Tenant, templateId: string, template: Template): Promise<NotificationTemplate> {
    return this.#add(tenant, templateId, template, (newest) => (newest === undefined ? 1 : taken()));
  }

  /** Adds a new version of a template. Earlier versions are kept. */
  change(tenant: Tenant, templateId: string, template: Template): Promise<NotificationTemplate> {
    return this.#add(tenant, templateId, template, (newest = notFound()) => newest + 1);
  }

  remove(tenant: Tenant, templateId: string): Promise<void> {
    return this.uow.run(async (tx) => {
      await this.templates.lockVersion(tx, tenant, templateId);
      if (!(await this.templates.remove(tx, tenant, templateId))) notFound();
      audit(tx, tenant, 'notifications.template-removed', { templateId });
    });
  }

  /**
   * Returns the texts of a new notification: those in the request, or those of the template that it names, with the
   * values filled in.
   */
  async textsOf(tenant: Tenant, { body, template }: NotificationRequest): Promise<Texts> {
    if (!template) return { body, template: null };
    const { version, body: rendered } = await this.preview(tenant, template);
    return { body: rendered, template: { templateId: template.templateId, version } };
  }

  async preview(tenant: Tenant, { templateId, version, values }: TemplateUse): Promise<Preview> {
    const template = await this.find(tenant, templateId, version);
    return { version: template.version, body: render(template, values) };
  }

  /** Adds a version while the template is locked. `next` computes its number from that of the newest version. */
  async #add(
    tenant: Tenant,
    templateId: string,
    texts: Template,
    next: (newest: number | undefined) => number,
  ): Promise<NotificationTemplate> {
    const now = this.clock.now();
    const bytes = Buffer.byteLength(JSON.stringify(texts));
    const mostBytes = await this.bytes.mostOf(tenant);
    return this.uow.run(async (tx) => {
      const version = next(await this.templates.lockVersion(tx, tenant, templateId));
      const template = NotificationTemplate.create(tenant, templateId, version, texts, now);
      const storedBytes = await this.bytes.on(tx, tenant, now);
      this.bytes.add(tx, tenant, { bytes, storedBytes, mostBytes, now });
      await this.templates.add(tx, template, NotificationErrors.templateTaken);
      audit(tx, tenant, 'notifications.template-changed', { templateId, version });
      return template;
    });
  }
}

export interface Preview {
  readonly version: number;
  readonly body: readonly ContentBody[];
}

interface Texts {
  readonly body: readonly ContentBody[];
  readonly template: UsedTemplate | null;
}

function audit(tx: Tx, tenant: Tenant, kind: string, details: Readonly<Record<string, string | number>>): void {
  tx.pending.audit.push({ kind, tenant, details });
}

function taken(): never {
  throw NotificationErrors.templateTaken();
}

function notFound(): never {
  throw NotificationErrors.templateNotFound();
}
