import { Body, Controller, Get, Param, Patch, Query, Res, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import {
  AdministratorsOnly,
  CurrentPrincipal,
  CurrentTenant,
  demandSecond,
  MayNeedSecond,
  type Principal,
  Scopes,
} from '../../shared/auth-guard/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { PageQuery, Paging } from '../../shared/fields/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { EnterpriseErrors } from '../contract/users.errors.js';
import type { Enterprise } from './enterprise.entity.js';
import { EnterprisesService } from './enterprises.service.js';
import { MessageChannels } from './message-channels.service.js';
import {
  ChangeEnterpriseDto,
  CreateEnterpriseDto,
  EnterpriseDto,
  EnterpriseIdParam,
  EnterpriseListDto,
} from './dto/enterprise.dto.js';

/** The scope that operators can use only with a second operator's approval. */
const SECURE = 'clients:secure';

@ApiTags('Enterprises')
@Controller('v1/enterprises')
@UseGuards(AdministratorsOnly)
@ThrowsOnAnyRoute()
export class EnterprisesController {
  constructor(
    private readonly enterprises: EnterprisesService,
    private readonly channels: MessageChannels,
    private readonly paging: Paging,
  ) {}

  @Get()
  @Scopes('enterprises:read')
  @ApiOperation({
    summary: 'List enterprises',
    description: 'Enterprises are listed in the order of their ids. Only administrators of the service can call this.',
  })
  @ApiOkResponse({ type: EnterpriseListDto })
  async list(@CurrentTenant() tenant: Tenant, @Query() query: PageQuery): Promise<EnterpriseListDto> {
    const page = this.paging.open<string>('enterprises', tenant, query);
    const found = await this.enterprises.list(page.rowsToRead, page.after);
    return page.answer(
      'enterprises',
      found,
      ({ enterpriseId }) => enterpriseId,
      (one) => this.#shown(one),
    );
  }

  @Get(':enterpriseId')
  @Scopes('enterprises:read')
  @ApiOperation({ summary: 'Get an enterprise', description: 'Only administrators of the service can call this.' })
  @ApiOkResponse({ type: EnterpriseDto })
  @Throws(EnterpriseErrors.notFound)
  async get(@Param() { enterpriseId }: EnterpriseIdParam): Promise<EnterpriseDto> {
    return this.#shown(await this.enterprises.find(enterpriseId));
  }

  @IdempotentPost()
  @Scopes('enterprises:write')
  @ApiOperation({
    summary: 'Create an enterprise',
    description:
      'An enterprise is a tenant: other enterprises cannot see its data. Only administrators of the service can call this.',
  })
  @ApiCreatedResponse({ type: EnterpriseDto })
  @Throws(EnterpriseErrors.alreadyExists)
  async create(
    @Body() body: CreateEnterpriseDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EnterpriseDto> {
    const enterprise = await this.enterprises.open(
      CreateEnterpriseDto.toEnterprise(body, this.enterprises.signInOfNew),
    );
    response.location(`/v1/enterprises/${encodeURIComponent(body.enterpriseId)}`);
    return this.#shown(enterprise);
  }

  @Patch(':enterpriseId')
  @Scopes('enterprises:write')
  @MayNeedSecond(SECURE)
  @ApiOperation({
    summary: 'Change an enterprise',
    description:
      'Changes only the fields that you send. Only administrators of the service can call this. For some changes, an operator needs the approval of a second operator, and must give a reason in the header `Reason`. These changes set `requirePkce` to false, set `signIn.recovery` to `mail`, set `signIn.factorRecovery` to `identity`, lower a level or the waiting hours in `signIn`, or change `messages`.',
  })
  @ApiOkResponse({ type: EnterpriseDto })
  @Throws(EnterpriseErrors.notFound)
  async update(
    @CurrentPrincipal() caller: Principal,
    @Param() { enterpriseId }: EnterpriseIdParam,
    @Body() body: ChangeEnterpriseDto,
  ): Promise<EnterpriseDto> {
    const whenWeaker = (): void => {
      if (caller.kind === 'operator') demandSecond(caller, SECURE);
    };
    return this.#shown(await this.enterprises.change(enterpriseId, ChangeEnterpriseDto.toChanges(body), whenWeaker));
  }

  #shown(enterprise: Enterprise): EnterpriseDto {
    return EnterpriseDto.of(enterprise, this.channels.of(enterprise));
  }
}
