import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentTenant, Scopes } from '../../shared/auth-guard/index.js';
import { Paging } from '../../shared/fields/index.js';
import { Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { WebhookErrors } from '../contract/webhooks.errors.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import { AllWebhookDeliveriesQuery, WebhookDeliveryDto, WebhookDeliveryListDto } from './webhook-delivery.dto.js';

@ApiTags('Webhooks')
@Controller('v1/webhookDeliveries')
@ThrowsOnAnyRoute()
export class AllWebhookDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveries,
    private readonly paging: Paging,
  ) {}

  @Get()
  @Scopes('webhooks:read')
  @ApiOperation({
    operationId: 'WebhookDeliveries_listAll',
    summary: 'List the deliveries to all webhook endpoints',
    description:
      'Deliveries are listed newest first. You can filter them by user, by notification or by status. The content of the messages is not shown.',
  })
  @ApiOkResponse({ type: WebhookDeliveryListDto })
  @Throws(WebhookErrors.endpointNotFound)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() query: AllWebhookDeliveriesQuery,
  ): Promise<WebhookDeliveryListDto> {
    const page = this.paging.open<string>('deliveries to all', tenant, query);
    const filter = AllWebhookDeliveriesQuery.toFilter(query);
    const found = await this.deliveries.list(tenant, filter, page.rowsToRead, page.after);
    return page.answer(
      'deliveries',
      found,
      ({ deliveryId }) => deliveryId,
      (delivery) => WebhookDeliveryDto.of(delivery),
    );
  }
}
