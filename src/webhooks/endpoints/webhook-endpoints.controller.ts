import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import {
  CurrentPrincipal,
  CurrentTenant,
  MayNeedSecond,
  type Principal,
  Scopes,
} from '../../shared/auth-guard/index.js';
import { IdempotentPost, PageQuery, Paging, ShowsSecret, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import {
  ChangeWebhookEndpointDto,
  CreateWebhookEndpointDto,
  NewWebhookEndpointDto,
  NewWebhookSecretDto,
  RotateWebhookSecretDto,
  WebhookEndpointDto,
  WebhookEndpointListDto,
  WebhookEndpointParam,
} from './webhook-endpoint.dto.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';
import { WebhookErrors } from '../contract/webhooks.errors.js';

const DAY_SECONDS = 86_400;
const SECURE = 'clients:secure';
const SECOND = 'On live data an operator needs a second one for it, and says why in the header `Reason`.';

@ApiTags('Webhooks')
@Controller('v1/webhookEndpoints')
@ThrowsOnAnyRoute()
export class WebhookEndpointsController {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly paging: Paging,
  ) {}

  @Get()
  @Scopes('webhooks:read')
  @ApiOperation({
    summary: 'List webhook endpoints',
    description: 'In the order in which they were registered. Those of live and test clients are apart.',
  })
  @ApiOkResponse({ type: WebhookEndpointListDto })
  async list(@CurrentTenant() tenant: Tenant, @Query() query: PageQuery): Promise<WebhookEndpointListDto> {
    const page = this.paging.open<string>('webhookEndpoints', tenant, query);
    const found = await this.endpoints.list(tenant, page.after, page.rowsToRead);
    return page.answer(
      'webhookEndpoints',
      found,
      ({ endpointId }) => endpointId,
      (endpoint) => WebhookEndpointDto.of(endpoint),
    );
  }

  @Get(':endpointId')
  @Scopes('webhooks:read')
  @ApiOperation({ summary: 'Look a webhook endpoint up', description: 'Without its secret.' })
  @ApiOkResponse({ type: WebhookEndpointDto })
  @Throws(WebhookErrors.endpointNotFound)
  async get(
    @CurrentTenant() tenant: Tenant,
    @Param() { endpointId }: WebhookEndpointParam,
  ): Promise<WebhookEndpointDto> {
    return WebhookEndpointDto.of(await this.endpoints.find(tenant, endpointId));
  }

  @IdempotentPost()
  @ShowsSecret('secret')
  @Scopes('webhooks:write')
  @MayNeedSecond(SECURE)
  @ApiOperation({
    summary: 'Register a webhook endpoint',
    description: `The answer shows its secret, this once. ${SECOND}`,
  })
  @ApiCreatedResponse({ type: NewWebhookEndpointDto })
  @Throws(WebhookErrors.tooManyEndpoints)
  async create(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() by: Principal,
    @Body() body: CreateWebhookEndpointDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NewWebhookEndpointDto> {
    const registered = await this.endpoints.register(tenant, by, CreateWebhookEndpointDto.toSettings(body));
    response.location(`/v1/webhookEndpoints/${registered.endpoint.endpointId}`);
    return NewWebhookEndpointDto.ofNew(registered);
  }

  @Patch(':endpointId')
  @Scopes('webhooks:write')
  @MayNeedSecond(SECURE)
  @ApiOperation({
    summary: 'Change a webhook endpoint',
    description:
      'Changes the fields that are sent. Deliveries that wait go to the new URL, and are tried when they are due, ' +
      'whatever failed before. Deliveries that wait for an endpoint that is disabled fail; they can be replayed. ' +
      'On live data an operator needs a second one for a new address and for more event types, and says why in the header `Reason`.',
  })
  @ApiOkResponse({ type: WebhookEndpointDto })
  @Throws(WebhookErrors.endpointNotFound)
  async update(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() by: Principal,
    @Param() { endpointId }: WebhookEndpointParam,
    @Body() body: ChangeWebhookEndpointDto,
  ): Promise<WebhookEndpointDto> {
    const changes = ChangeWebhookEndpointDto.toChanges(body);
    return WebhookEndpointDto.of(await this.endpoints.change(tenant, by, endpointId, changes));
  }

  @Delete(':endpointId')
  @HttpCode(204)
  @Scopes('webhooks:write')
  @ApiOperation({ summary: 'Remove a webhook endpoint', description: 'Nothing is sent to it any more.' })
  @ApiNoContentResponse({ description: 'Nothing more is delivered to it. The log of its deliveries goes with it.' })
  @Throws(WebhookErrors.endpointNotFound)
  async delete(@CurrentTenant() tenant: Tenant, @Param() { endpointId }: WebhookEndpointParam): Promise<void> {
    await this.endpoints.remove(tenant, endpointId);
  }

  @IdempotentPost(':endpointId/rotateSecret')
  @ShowsSecret('secret')
  @Scopes('webhooks:write')
  @MayNeedSecond(SECURE)
  @ApiOperation({
    summary: "Replace a webhook endpoint's secret",
    description: `For the overlap each delivery is signed by both, the new one first. A secret before those two ends. ${SECOND}`,
  })
  @ApiCreatedResponse({ type: NewWebhookSecretDto })
  @Throws(WebhookErrors.endpointNotFound)
  async rotateSecret(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() by: Principal,
    @Param() { endpointId }: WebhookEndpointParam,
    @Body() { overlapSeconds = DAY_SECONDS }: RotateWebhookSecretDto,
  ): Promise<NewWebhookSecretDto> {
    const { secret } = await this.endpoints.rotateSecret(tenant, by, endpointId, overlapSeconds);
    return { endpointId, secret };
  }
}
