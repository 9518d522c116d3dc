import { Body, Controller, Get, HttpCode, Param, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentPrincipal, CurrentTenant, holdsScope, type Principal, Scopes } from '../../shared/auth-guard/index.js';
import {
  type AskedExport,
  EXPORT_NOTE,
  ExportAsked,
  Exported,
  IdempotentPost,
  ListExports,
  Throws,
  ThrowsOnAnyRoute,
} from '../../shared/http/index.js';
import { Paging } from '../../shared/fields/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { UserErrors } from '../../users/contract/index.js';
import { NotificationErrors } from '../contract/notifications.errors.js';
import { AllowsNotificationAction } from '../notification/notification-status.guard.js';
import { CreateNotification } from './create-notification.service.js';
import { NotificationList } from './notification-list.service.js';
import { NotificationsService } from './notifications.service.js';
import { statusBody } from '../notification/status-body.mapper.js';
import { CreatedNotificationDto, CreateNotificationDto, NotificationParams } from './dto/notification.dto.js';
import { NotificationDetailsDto, NotificationDto, NotificationEventsDto } from './dto/notification-details.dto.js';
import {
  ListNotificationsQuery,
  NOTIFICATION_COLUMNS,
  NotificationSummaryDto,
  NotificationListDto,
} from './dto/notification-list.dto.js';
import { newNotificationExamples } from './dto/notification.examples.js';

const EVIDENCE = 'notifications:evidence';

@ApiTags('Notifications')
@ThrowsOnAnyRoute()
@Controller('v1/notifications')
export class NotificationsController {
  constructor(
    private readonly creation: CreateNotification,
    private readonly notifications: NotificationsService,
    private readonly lists: NotificationList,
    private readonly paging: Paging,
    private readonly exports: ListExports,
  ) {}

  @IdempotentPost()
  @Scopes('notifications:write')
  @ApiOperation({
    summary: 'Create a notification: ask a user for an answer',
    description:
      'The notification appears at once on every device of the user. It can be answered until it expires. You can safely repeat the request with the same `msg_id`: the response then has the status 200 and contains the current state.',
  })
  @ApiBody({ type: CreateNotificationDto, examples: newNotificationExamples })
  @ApiCreatedResponse({ type: CreatedNotificationDto })
  @ApiOkResponse({
    type: CreatedNotificationDto,
    description: 'The notification exists already, from an earlier request with the same `msg_id`.',
  })
  @Throws(
    UserErrors.notFound,
    NotificationErrors.userNotActive,
    NotificationErrors.noActiveDevice,
    NotificationErrors.messageIdTaken,
    NotificationErrors.templateNotFound,
    NotificationErrors.tooManyActive,
    NotificationErrors.tooManyOpen,
    NotificationErrors.tooManyBytes,
  )
  async create(
    @CurrentTenant() tenant: Tenant,
    @Body() body: CreateNotificationDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CreatedNotificationDto> {
    const { notification, repeated, unmetActions } = await this.creation.create(
      tenant,
      CreateNotificationDto.toRequest(body),
    );
    if (repeated) response.status(200);
    else response.location(`/v1/notifications/${notification.notificationUuid}`);
    return CreatedNotificationDto.of(notification, unmetActions);
  }

  @Get()
  @Scopes('notifications:read')
  @Exported(NotificationListDto)
  @ApiOperation({
    summary: 'List notifications',
    description: `Notifications are listed newest first. Evidence is not included. ${EXPORT_NOTE}`,
  })
  async list(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Query() query: ListNotificationsQuery,
    @ExportAsked() asked: AskedExport | undefined,
  ): Promise<NotificationListDto | StreamableFile> {
    const page = this.paging.open<string>('notifications', tenant, query);
    const listedBy = ListNotificationsQuery.toFilter(query);
    if (asked) {
      return this.exports.file({
        ...{ tenant, asked, after: page.after, byOperator: caller.kind === 'operator' },
        ...{ name: 'notifications', columns: NOTIFICATION_COLUMNS },
        read: async (rows, from) => {
          const { notifications, end } = await this.lists.page(tenant, listedBy, rows, from);
          return { rows: notifications.map((listed) => NotificationSummaryDto.of(listed)), end };
        },
        note: (noted) => this.lists.noteExport(tenant, query, noted),
      });
    }
    const { notifications, end } = await this.lists.page(tenant, listedBy, page.limit, page.after);
    if (caller.kind === 'operator') await this.lists.noteSearch(tenant, query, notifications.length);
    return page.listed(
      'notifications',
      notifications.map((listed) => NotificationSummaryDto.of(listed)),
      end,
    );
  }

  @Get(':notificationUuid')
  @Scopes('notifications:read')
  @ApiOperation({
    summary: 'Get a notification',
    description:
      'Returns the texts of the notification, the client that created it, the status, the answer, and the evidence of a signed answer. Operators need the scope `notifications:evidence` to see the evidence. Each read by an operator is recorded in the audit log.',
  })
  @ApiOkResponse({ type: NotificationDetailsDto })
  @Throws(NotificationErrors.notFound)
  async get(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { notificationUuid }: NotificationParams,
  ): Promise<NotificationDetailsDto> {
    const { evidence, ...details } = NotificationDetailsDto.of(
      await this.notifications.look(tenant, notificationUuid, caller),
    );
    return { ...details, ...(evidence && holdsScope(caller, EVIDENCE) && { evidence }) };
  }

  @Get(':notificationUuid/events')
  @Scopes('notifications:read')
  @ApiOperation({
    summary: 'List the events of a notification',
    description:
      'Events are listed oldest first. At most 200 events are listed. Events are deleted together with the notification.',
  })
  @ApiOkResponse({ type: NotificationEventsDto })
  @Throws(NotificationErrors.notFound)
  async history(
    @CurrentTenant() tenant: Tenant,
    @Param() { notificationUuid }: NotificationParams,
  ): Promise<NotificationEventsDto> {
    return NotificationEventsDto.of(await this.notifications.history(tenant, notificationUuid));
  }

  @IdempotentPost(':notificationUuid/cancel')
  @HttpCode(200)
  @Scopes('notifications:write')
  @AllowsNotificationAction('cancel', 'CANCELLED')
  @ApiOperation({
    summary: 'Cancel a notification',
    description:
      'A cancelled notification can no longer be answered. If you cancel it again, nothing changes, and the response status is 200.',
  })
  @ApiOkResponse({ type: NotificationDto })
  @Throws(NotificationErrors.notFound, NotificationErrors.finished)
  async cancel(
    @CurrentTenant() tenant: Tenant,
    @Param() { notificationUuid }: NotificationParams,
  ): Promise<NotificationDto> {
    return statusBody(await this.notifications.cancel(tenant, notificationUuid)) as NotificationDto;
  }
}
