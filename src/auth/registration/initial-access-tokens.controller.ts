import { Body, Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
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
import { ClientErrors, RegistrationErrors } from '../contract/auth.errors.js';
import {
  CreateInitialAccessTokenDto,
  InitialAccessTokenDto,
  InitialAccessTokenListDto,
  InitialAccessTokenParams,
  newTokenExamples,
  NewInitialAccessTokenDto,
} from './dto/initial-access-token.dto.js';
import { InitialAccessTokens } from './initial-access-tokens.service.js';

@ApiTags('Clients')
@ThrowsOnAnyRoute()
@Controller('v1/initialAccessTokens')
export class InitialAccessTokensController {
  constructor(
    private readonly tokens: InitialAccessTokens,
    private readonly paging: Paging,
  ) {}

  @IdempotentPost()
  @ShowsSecret('token')
  @Scopes('clients:write')
  @MayNeedSecond('clients:secure')
  @ApiOperation({
    summary: 'Create an initial access token',
    description:
      'Anyone who has the token can register clients of your enterprise at the registration endpoint (RFC 7591). `uses` limits how many, and the policy limits their settings. The policy can contain only scopes that you have yourself. For live clients, an operator needs the approval of a second operator.',
  })
  @ApiBody({ type: CreateInitialAccessTokenDto, examples: newTokenExamples })
  @ApiCreatedResponse({ type: NewInitialAccessTokenDto })
  @Throws(RegistrationErrors.off, RegistrationErrors.tooMany, ClientErrors.scopeNotHeld)
  async create(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() by: Principal,
    @Body() body: CreateInitialAccessTokenDto,
  ): Promise<NewInitialAccessTokenDto> {
    const { row, token } = await this.tokens.issue(by, tenant, CreateInitialAccessTokenDto.toWanted(body));
    return NewInitialAccessTokenDto.ofNew(row, token);
  }

  @Get()
  @Scopes('clients:read')
  @ApiOperation({
    summary: 'List initial access tokens',
    description:
      'Tokens are listed in the order in which they were created, including those that have expired or are used up. Live clients see only tokens for live clients. Test clients see only tokens for test clients.',
  })
  @ApiOkResponse({ type: InitialAccessTokenListDto })
  async list(@CurrentTenant() tenant: Tenant, @Query() query: PageQuery): Promise<InitialAccessTokenListDto> {
    const page = this.paging.open<string>('initialAccessTokens', tenant, query);
    const found = await this.tokens.list(tenant, page.rowsToRead, page.after);
    return page.answer(
      'initialAccessTokens',
      found,
      ({ id }) => id,
      (row) => InitialAccessTokenDto.of(row),
    );
  }

  @Delete(':id')
  @HttpCode(204)
  @Scopes('clients:write')
  @ApiOperation({
    summary: 'Delete an initial access token',
    description: 'The token can no longer be used. Clients that were registered with it are not changed.',
  })
  @ApiNoContentResponse({ description: 'The token is deleted.' })
  @Throws(RegistrationErrors.notFound)
  async delete(@CurrentTenant() tenant: Tenant, @Param() { id }: InitialAccessTokenParams): Promise<void> {
    await this.tokens.revoke(tenant, id);
  }
}
