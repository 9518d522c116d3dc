import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentTenant, Scopes } from '../../shared/auth-guard/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { PageQuery, Paging } from '../../shared/fields/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { NotificationErrors } from '../contract/notifications.errors.js';
import { NotificationTemplates } from './notification-templates.service.js';
import {
  ChangeNotificationTemplateDto,
  CreateNotificationTemplateDto,
  NotificationPreviewDto,
  PreviewNotificationTemplateDto,
  NotificationTemplateDto,
  NotificationTemplateListDto,
  TemplateParams,
  TemplateVersionQuery,
} from './dto/notification-template.dto.js';

@ApiTags('Notifications')
@ThrowsOnAnyRoute()
@Controller('v1/notificationTemplates')
export class NotificationTemplatesController {
  constructor(
    private readonly templates: NotificationTemplates,
    private readonly paging: Paging,
  ) {}

  @IdempotentPost()
  @Scopes('notifications:write')
  @ApiOperation({
    summary: 'Create a template',
    description:
      'A template contains texts in several languages. Create notifications from it with `template_id` and `values`.',
  })
  @ApiCreatedResponse({ type: NotificationTemplateDto })
  @Throws(NotificationErrors.templateTaken, NotificationErrors.tooManyBytes)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Body() body: CreateNotificationTemplateDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NotificationTemplateDto> {
    const template = await this.templates.create(
      tenant,
      body.template_id,
      ChangeNotificationTemplateDto.toTemplate(body),
    );
    response.location(`/v1/notificationTemplates/${encodeURIComponent(body.template_id)}`);
    return NotificationTemplateDto.of(template);
  }

  @Get()
  @Scopes('notifications:read')
  @ApiOperation({ summary: 'List templates', description: 'Lists the newest version of each template, ordered by id.' })
  @ApiOkResponse({ type: NotificationTemplateListDto })
  async list(@CurrentTenant() tenant: Tenant, @Query() query: PageQuery): Promise<NotificationTemplateListDto> {
    const page = this.paging.open<string>('notification templates', tenant, query);
    const found = await this.templates.list(tenant, page.rowsToRead, page.after);
    return page.answer(
      'templates',
      found,
      ({ templateId }) => templateId,
      (template) => NotificationTemplateDto.of(template),
    );
  }

  @Get(':templateId')
  @Scopes('notifications:read')
  @ApiOperation({
    summary: 'Get a template',
    description: 'Returns the newest version, or the version given by `version`.',
  })
  @ApiOkResponse({ type: NotificationTemplateDto })
  @Throws(NotificationErrors.templateNotFound)
  async get(
    @CurrentTenant() tenant: Tenant,
    @Param() { templateId }: TemplateParams,
    @Query() { version }: TemplateVersionQuery,
  ): Promise<NotificationTemplateDto> {
    return NotificationTemplateDto.of(await this.templates.find(tenant, templateId, version));
  }

  @Get(':templateId/versions')
  @Scopes('notifications:read')
  @ApiOperation({
    summary: 'List the versions of a template',
    description: 'Versions are listed newest first. Each version contains its texts.',
  })
  @ApiOkResponse({ type: NotificationTemplateListDto })
  @Throws(NotificationErrors.templateNotFound)
  async versions(
    @CurrentTenant() tenant: Tenant,
    @Param() { templateId }: TemplateParams,
    @Query() query: PageQuery,
  ): Promise<NotificationTemplateListDto> {
    const page = this.paging.open<number>(`versions of template ${templateId}`, tenant, query);
    const found = await this.templates.versions(tenant, templateId, page.rowsToRead, page.after);
    return page.answer(
      'templates',
      found,
      ({ version }) => version,
      (template) => NotificationTemplateDto.of(template),
    );
  }

  @Put(':templateId')
  @Scopes('notifications:write')
  @ApiOperation({
    summary: 'Change a template',
    description: 'Creates a new version. Earlier versions stay available.',
  })
  @ApiOkResponse({ type: NotificationTemplateDto })
  @Throws(NotificationErrors.templateNotFound, NotificationErrors.templateTaken, NotificationErrors.tooManyBytes)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param() { templateId }: TemplateParams,
    @Body() body: ChangeNotificationTemplateDto,
  ): Promise<NotificationTemplateDto> {
    return NotificationTemplateDto.of(
      await this.templates.change(tenant, templateId, ChangeNotificationTemplateDto.toTemplate(body)),
    );
  }

  @Delete(':templateId')
  @HttpCode(204)
  @Scopes('notifications:write')
  @ApiOperation({
    summary: 'Delete a template',
    description: 'Deletes all versions of the template. Notifications that were made from it are not changed.',
  })
  @ApiNoContentResponse({ description: 'The template is deleted.' })
  @Throws(NotificationErrors.templateNotFound)
  async delete(@CurrentTenant() tenant: Tenant, @Param() { templateId }: TemplateParams): Promise<void> {
    await this.templates.remove(tenant, templateId);
  }

  @IdempotentPost(':templateId/preview')
  @HttpCode(200)
  @Scopes('notifications:read')
  @ApiOperation({
    summary: 'Preview a template',
    description: 'Returns the texts with the values filled in. No notification is sent.',
  })
  @ApiOkResponse({ type: NotificationPreviewDto })
  @Throws(NotificationErrors.templateNotFound)
  async preview(
    @CurrentTenant() tenant: Tenant,
    @Param() { templateId }: TemplateParams,
    @Body() { version, values }: PreviewNotificationTemplateDto,
  ): Promise<NotificationPreviewDto> {
    return NotificationPreviewDto.of(await this.templates.preview(tenant, { templateId, version, values }));
  }
}
