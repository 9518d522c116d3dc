import { Injectable } from '@nestjs/common';
import {
  ConfigurationKind,
  ownedEntry,
  type Owner,
  pagesOf,
  plain,
  type PresentObject,
} from '../../configuration/contract/index.js';
import { type JsonObject, Tenant } from '../../shared/kernel/index.js';
import {
  ChangeNotificationTemplateDto,
  CreateNotificationTemplateDto,
  NotificationTemplateDto,
} from './dto/notification-template.dto.js';
import type { NotificationTemplate } from './notification-template.entity.js';
import { NotificationTemplateRepository } from './notification-template.repository.js';
import { NotificationTemplates } from './notification-templates.service.js';
import { checkTemplate, type Template } from './template.js';

class TemplateEntryDto extends ownedEntry(CreateNotificationTemplateDto) {}

/** Manages notification templates declared in configuration files. As in the API, a change creates a new version. */
@Injectable()
export class DeclaredTemplates extends ConfigurationKind {
  override readonly list = 'notificationTemplates';
  override readonly keyMember = 'template_id';
  override readonly rank = 4;
  override readonly form = TemplateEntryDto;
  override readonly isOwned = true;

  constructor(
    private readonly templates: NotificationTemplates,
    private readonly rows: NotificationTemplateRepository,
  ) {
    super();
  }

  override complete({ template_id, variables, body }: TemplateEntryDto): JsonObject {
    return membersOf({ template_id, variables, body });
  }

  override check(_owner: Owner, members: JsonObject): void {
    checkTemplate(templateOf(members));
  }

  override async find(owner: Owner, templateId: string): Promise<PresentObject | undefined> {
    const found = await this.rows.find(tenantOf(owner), templateId);
    return found && presentOf(found);
  }

  override async *all(owner: Owner): AsyncIterable<PresentObject> {
    const pages = pagesOf<NotificationTemplate>((last, limit) =>
      this.templates.list(tenantOf(owner), limit, last?.templateId),
    );
    for await (const template of pages) yield presentOf(template);
  }

  override create(owner: Owner, members: JsonObject): Promise<unknown> {
    return this.templates.create(tenantOf(owner), this.keyOf(members), templateOf(members));
  }

  override async change(owner: Owner, { id, members }: PresentObject, changed: JsonObject): Promise<unknown> {
    return this.templates.change(tenantOf(owner), id, templateOf({ ...members, ...changed }));
  }

  override remove(owner: Owner, templateId: string): Promise<void> {
    return this.templates.remove(tenantOf(owner), templateId);
  }
}

const tenantOf = ({ enterpriseId, test }: Owner): Tenant => Tenant.of(enterpriseId, test);

const templateOf = (members: JsonObject): Template =>
  ChangeNotificationTemplateDto.toTemplate(members as unknown as CreateNotificationTemplateDto);

const presentOf = (template: NotificationTemplate): PresentObject => ({
  id: template.templateId,
  members: membersOf(NotificationTemplateDto.of(template)),
});

/** The members by which templates are compared. The variables are sorted, because their order does not matter. */
const membersOf = ({ template_id, variables, body }: CreateNotificationTemplateDto): JsonObject =>
  plain({
    template_id,
    variables: [...variables].sort((a, b) => (a.name < b.name ? -1 : 1)),
    body: ChangeNotificationTemplateDto.toTemplate({ variables, body }).body,
  });
