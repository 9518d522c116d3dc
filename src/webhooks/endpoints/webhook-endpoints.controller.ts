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
import { IdempotentPost, ShowsSecret, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { PageQuery, Paging } from '../../shared/fields/index.js';
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
const SECOND =
  'For live data, an operator needs the approval of a second operator and must give a reason in the header `Reason`.';

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
    description:
      'Endpoints are listed in the order in which they were registered. Live clients see only live endpoints. Test clients see only test endpoints.',
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
  @ApiOperation({ summary: 'Get a webhook endpoint', description: 'The response does not contain the secret.' })
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
    description: `Only this response contains the secret of the endpoint. ${SECOND}`,
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
      'Changes only the fields that you send. If you change the URL, waiting deliveries are sent to the new URL when they are due, even if earlier attempts failed. If you disable the endpoint, its waiting deliveries fail. You can replay them later. For live data, an operator needs the approval of a second operator to set a new URL or to add event types, and must give a reason in the header `Reason`.',
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
  @ApiOperation({
    summary: 'Delete a webhook endpoint',
    description: 'No more messages are sent to the endpoint. Its delivery log is also deleted.',
  })
  @ApiNoContentResponse({ description: 'The endpoint and its delivery log are deleted.' })
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
    description: `For \`overlapSeconds\`, each delivery has two signatures: first with the new secret, then with the previous one. Any older secret becomes invalid. ${SECOND}`,
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
