import { Body, Controller, Get, HttpCode, Param, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, CurrentTenant, type Principal, Scopes } from '../../shared/auth-guard/index.js';
import { IdempotentPost, Paging, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
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
    description: 'Newest first. What was sent is not shown: it may be about persons.',
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
    summary: 'Look a delivery up',
    description:
      'With the exact text that was sent, and the first 2 KiB of what the receiver answered to each try. The audit ' +
      'log notes who has read it. Operators are not shown a `web_session_id`, which opens the pages of a person.',
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
      'A delivery of the type `webhook.test` with `data: { endpointId, test }`, signed and tried like any other, ' +
      'whatever the endpoint has subscribed to.',
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
    summary: 'Deliver once more',
    description:
      'With the same `webhook-id` and body, at once, and again on the same schedule. Also while the endpoint is left ' +
      'alone, unless it was tried less than 10 s ago: then when the wait is over.',
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
    summary: 'Make the next try at once',
    description:
      'Of a delivery that waits, also while its endpoint is left alone. It is one try more than the schedule has. ' +
      'Repeating the request changes nothing until that try is over.',
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
    summary: 'Deliver once more what has failed',
    description:
      'All failed deliveries that were made since then, the oldest first; not before an endpoint that is left alone ' +
      'may be called again. With `dryRun` they are only counted.',
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
