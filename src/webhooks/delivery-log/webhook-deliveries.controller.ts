import { Body, Controller, Get, HttpCode, Param, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, CurrentTenant, type Principal, Scopes } from '../../shared/auth-guard/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { Paging } from '../../shared/fields/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import {
  OpenedWebhookDeliveryDto,
  ReplayedDto,
  ReplayFailedDto,
  WebhookDeliveriesQuery,
  WebhookDeliveryDto,
  WebhookDeliveryListDto,
  WebhookDeliveryParams,
} from './webhook-delivery.dto.js';
import { WebhookEndpointParam } from '../endpoints/webhook-endpoint.dto.js';
import { WebhookErrors } from '../contract/webhooks.errors.js';

@ApiTags('Webhooks')
@Controller('v1/webhookEndpoints/:endpointId')
@ThrowsOnAnyRoute()
@Throws(WebhookErrors.endpointNotFound)
export class WebhookDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveries,
    private readonly paging: Paging,
  ) {}

  @Get('deliveries')
  @Scopes('webhooks:read')
  @ApiOperation({
    summary: 'List the deliveries to a webhook endpoint',
    description:
      'Deliveries are listed newest first. The content of the messages is not shown, because it can contain personal data.',
  })
  @ApiOkResponse({ type: WebhookDeliveryListDto })
  async list(
    @CurrentTenant() tenant: Tenant,
    @Param() { endpointId }: WebhookEndpointParam,
    @Query() query: WebhookDeliveriesQuery,
  ): Promise<WebhookDeliveryListDto> {
    const page = this.paging.open<string>(`deliveries to ${endpointId}`, tenant, query);
    const filter = { ...WebhookDeliveriesQuery.toFilter(query), endpointId };
    const found = await this.deliveries.list(tenant, filter, page.rowsToRead, page.after);
    return page.answer(
      'deliveries',
      found,
      ({ deliveryId }) => deliveryId,
      (delivery) => WebhookDeliveryDto.of(delivery),
    );
  }

  @Get('deliveries/:deliveryId')
  @Scopes('webhooks:read')
  @ApiOperation({
    summary: 'Get a delivery',
    description:
      "The response contains the exact text that was sent. For each attempt, it contains the first 2 KiB of the receiver's response. Each read is recorded in the audit log. A `web_session_id` is hidden from operators, because it gives access to the user's pages.",
  })
  @ApiOkResponse({ type: OpenedWebhookDeliveryDto })
  @Throws(WebhookErrors.deliveryNotFound)
  async get(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() { kind }: Principal,
    @Param() { endpointId, deliveryId }: WebhookDeliveryParams,
  ): Promise<OpenedWebhookDeliveryDto> {
    const opened = await this.deliveries.open(tenant, endpointId, deliveryId);
    return OpenedWebhookDeliveryDto.ofOpened(opened, kind === 'operator');
  }

  @IdempotentPost('test')
  @HttpCode(202)
  @Scopes('webhooks:replay')
  @ApiOperation({
    summary: 'Send a test message',
    description:
      'Creates a delivery of the type `webhook.test` with `data: { endpointId, test }`. It is signed and retried like any other delivery. It is sent regardless of the event types to which the endpoint subscribes.',
  })
  @ApiAcceptedResponse({ type: WebhookDeliveryDto })
  @Throws(WebhookErrors.endpointDisabled)
  async test(
    @CurrentTenant() tenant: Tenant,
    @Param() { endpointId }: WebhookEndpointParam,
  ): Promise<WebhookDeliveryDto> {
    return WebhookDeliveryDto.of(await this.deliveries.test(tenant, endpointId));
  }

  @IdempotentPost('deliveries/:deliveryId/replay')
  @HttpCode(202)
  @Scopes('webhooks:replay')
  @ApiOperation({
    summary: 'Send a delivery again',
    description:
      'Sends the delivery again at once, with the same `webhook-id` and body. If it fails, it is retried on the same schedule. This also works while the service pauses deliveries to a failing endpoint. If the last attempt to reach the endpoint was less than 10 s ago, the delivery is sent when the pause ends.',
  })
  @ApiAcceptedResponse({ type: WebhookDeliveryDto })
  @Throws(WebhookErrors.deliveryNotFound, WebhookErrors.stillWaiting, WebhookErrors.endpointDisabled)
  async replay(
    @CurrentTenant() tenant: Tenant,
    @Param() { endpointId, deliveryId }: WebhookDeliveryParams,
  ): Promise<WebhookDeliveryDto> {
    return WebhookDeliveryDto.of(await this.deliveries.replay(tenant, endpointId, deliveryId));
  }

  @IdempotentPost('deliveries/:deliveryId/tryNow')
  @HttpCode(202)
  @Scopes('webhooks:replay')
  @ApiOperation({
    summary: 'Make the next attempt at once',
    description:
      'Use this for a delivery that is waiting. It also works while the service pauses deliveries to a failing endpoint. This attempt is in addition to the scheduled ones. If you repeat the request before the attempt has ended, nothing changes.',
  })
  @ApiAcceptedResponse({ type: WebhookDeliveryDto })
  @Throws(
    WebhookErrors.deliveryNotFound,
    WebhookErrors.notWaiting,
    WebhookErrors.triedJustNow,
    WebhookErrors.endpointDisabled,
  )
  async tryNow(
    @CurrentTenant() tenant: Tenant,
    @Param() { endpointId, deliveryId }: WebhookDeliveryParams,
  ): Promise<WebhookDeliveryDto> {
    return WebhookDeliveryDto.of(await this.deliveries.tryNow(tenant, endpointId, deliveryId));
  }

  @IdempotentPost('replayFailed')
  @HttpCode(202)
  @Scopes('webhooks:replay')
  @ApiOperation({
    summary: 'Send all failed deliveries again',
    description:
      'Sends again all failed deliveries that were created at the given time or later, oldest first. If the service pauses deliveries to the failing endpoint, they are sent after the pause. With `dryRun`, they are only counted.',
  })
  @ApiAcceptedResponse({ type: ReplayedDto })
  @Throws(WebhookErrors.endpointDisabled)
  async replayFailed(
    @CurrentTenant() tenant: Tenant,
    @Param() { endpointId }: WebhookEndpointParam,
    @Body() { since, dryRun }: ReplayFailedDto,
  ): Promise<ReplayedDto> {
    const from = new Date(since);
    if (dryRun === true) return { replayed: await this.deliveries.countFailed(tenant, endpointId, from) };
    return { replayed: await this.deliveries.replayFailed(tenant, endpointId, from) };
  }
}
