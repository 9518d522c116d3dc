import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Query, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import {
  CurrentPrincipal,
  CurrentTenant,
  MayNeedSecond,
  type Principal,
  Scopes,
} from '../../shared/auth-guard/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { PageQuery, Paging } from '../../shared/fields/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { ApiErrors } from '../contract/auth.errors.js';
import { Apis } from './apis.service.js';
import {
  apiChangeExamples,
  ApiDto,
  ApiListDto,
  ApiParams,
  ChangeApiDto,
  CreateApiDto,
  newApiExamples,
} from './dto/api.dto.js';

const SECURE = 'clients:secure';
const SECOND = 'For a live API, an operator needs the approval of a second operator.';

@ApiTags('Clients')
@ThrowsOnAnyRoute()
@Controller('v1/apis')
export class ApisController {
  constructor(
    private readonly apis: Apis,
    private readonly paging: Paging,
  ) {}

  @IdempotentPost()
  @Scopes('clients:write')
  @MayNeedSecond(SECURE)
  @ApiOperation({
    summary: 'Register one of your APIs',
    description: `Clients can then get access tokens for this API, with the parameter \`resource\` (RFC 8707) or with its scopes. To allow a client to use these scopes, add them to its \`apiScopes\`. ${SECOND}`,
  })
  @ApiBody({ type: CreateApiDto, examples: newApiExamples })
  @ApiCreatedResponse({ type: ApiDto })
  @Throws(ApiErrors.taken, ApiErrors.tooMany)
  async create(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() by: Principal,
    @Body() body: CreateApiDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ApiDto> {
    const made = await this.apis.create(by, tenant, body.resource, CreateApiDto.toProfile(body));
    response.location(`/v1/apis/${made.id}`);
    return ApiDto.of(made);
  }

  @Get()
  @Scopes('clients:read')
  @ApiOperation({
    summary: 'List your APIs',
    description:
      'APIs are listed in the order in which they were registered. Live clients see only live APIs. Test clients see only test APIs.',
  })
  @ApiOkResponse({ type: ApiListDto })
  async list(@CurrentTenant() tenant: Tenant, @Query() query: PageQuery): Promise<ApiListDto> {
    const page = this.paging.open<string>('apis', tenant, query);
    const found = await this.apis.list(tenant, page.rowsToRead, page.after);
    return page.answer(
      'apis',
      found,
      ({ id }) => id,
      (api) => ApiDto.of(api),
    );
  }

  @Get(':id')
  @Scopes('clients:read')
  @ApiOperation({ summary: 'Get one of your APIs', description: 'Returns all settings of the API.' })
  @ApiOkResponse({ type: ApiDto })
  @Throws(ApiErrors.notFound)
  async get(@CurrentTenant() tenant: Tenant, @Param() { id }: ApiParams): Promise<ApiDto> {
    return ApiDto.of(await this.apis.get(tenant, id));
  }

  @Patch(':id')
  @Scopes('clients:write')
  @MayNeedSecond(SECURE)
  @ApiOperation({
    summary: 'Change one of your APIs',
    description: `Omitted fields stay unchanged. \`null\` removes a value. The change applies to tokens that are issued after it. A scope that a client has cannot be removed: remove it from the client first. ${SECOND}`,
  })
  @ApiBody({ type: ChangeApiDto, examples: apiChangeExamples })
  @ApiOkResponse({ type: ApiDto })
  @Throws(ApiErrors.notFound, ApiErrors.inUse)
  async update(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() by: Principal,
    @Param() { id }: ApiParams,
    @Body() body: ChangeApiDto,
  ): Promise<ApiDto> {
    return ApiDto.of(await this.apis.change(by, tenant, id, ChangeApiDto.toChanges(body)));
  }

  @Delete(':id')
  @HttpCode(204)
  @Scopes('clients:write')
  @MayNeedSecond(SECURE)
  @ApiOperation({
    summary: 'Delete one of your APIs',
    description: `An API can be deleted only if no client has one of its scopes. Tokens that have already been issued stay valid until they expire. ${SECOND}`,
  })
  @ApiNoContentResponse({ description: 'The API is deleted.' })
  @Throws(ApiErrors.notFound, ApiErrors.inUse)
  async delete(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() by: Principal,
    @Param() { id }: ApiParams,
  ): Promise<void> {
    await this.apis.remove(by, tenant, id);
  }
}
