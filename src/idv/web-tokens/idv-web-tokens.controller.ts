import {
  applyDecorators,
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  HttpCode,
  Inject,
  Injectable,
  Param,
  Query,
  Res,
  UseGuards,
} from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { admittedTo, CurrentPrincipal, CurrentTenant, type Principal, Scopes } from '../../shared/auth-guard/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { listOf, Paging } from '../../shared/fields/index.js';
import { KernelErrors, type Tenant } from '../../shared/kernel/index.js';
import { UserErrors } from '../../users/contract/index.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { SessionResults } from './session-results.service.js';
import type { SessionPosition } from './session-list.repository.js';
import { WebTokens } from './web-tokens.service.js';
import { IdvResultDto } from './dto/idv-result.dto.js';
import { resultExamples } from './dto/idv-result.examples.js';
import { CreateIdvWebTokenDto, ListedIdvWebTokenDto, ListWebTokensQuery, IdvWebTokenDto } from './dto/web-token.dto.js';

/**
 * Rejects operators, because the `web_session_id` gives access to the user's pages. Operators use `/v1/idvSessions`
 * instead.
 */
@Injectable()
export class ClientsOnly implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { principal } = admittedTo(context.switchToHttp().getRequest<Request>());
    if (principal.kind === 'operator') throw KernelErrors.forbidden('Operators must use /v1/idvSessions');
    return true;
  }
}

class IdvWebTokenListDto extends listOf('idvWebTokens', () => ListedIdvWebTokenDto) {}

/** Describes in OpenAPI that a route returns the result of a session, with an example for each status. */
const AnswersResult = () =>
  applyDecorators(
    ApiExtraModels(IdvResultDto),
    ApiOkResponse({
      description: 'The session in its current state.',
      content: { 'application/json': { schema: { $ref: getSchemaPath(IdvResultDto) }, examples: resultExamples } },
    }),
  );

const NamesSession = () =>
  ApiParam({
    name: 'web_session_id',
    description: 'The `web_session_id` that was returned when the session was created.',
    schema: { type: 'string' },
  });

@ApiTags('Identity verification')
@ThrowsOnAnyRoute()
@UseGuards(ClientsOnly)
@Controller('v1/idvWebTokens')
export class IdvWebTokensController {
  constructor(
    private readonly webTokens: WebTokens,
    private readonly results: SessionResults,
    private readonly paging: Paging,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @IdempotentPost()
  @Scopes('idv:write')
  @ApiOperation({
    summary: 'Create an identity verification session for a user',
    description:
      "Send the user's browser to the `idvUrl` in the response. Older sessions that are waiting for this user are cancelled. A session in REVIEW is not cancelled.",
  })
  @ApiCreatedResponse({ type: IdvWebTokenDto })
  @Throws(UserErrors.notFound, IdvErrors.userNotEligible, IdvErrors.engineUnavailable)
  async create(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() { clientId }: Principal,
    @Body() body: CreateIdvWebTokenDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<IdvWebTokenDto> {
    const opened = await this.webTokens.open(tenant, CreateIdvWebTokenDto.toOpening(body, clientId));
    response.location(`/v1/idvWebTokens/${opened.token}`);
    return IdvWebTokenDto.of(opened, this.config.idvUrl);
  }

  @Get(':web_session_id')
  @Scopes('idv:read')
  @NamesSession()
  @ApiOperation({
    summary: 'Get the result of a verification session',
    description: 'The result does not contain data that the user has not agreed to share.',
  })
  @AnswersResult()
  @Throws(IdvErrors.notFound)
  async get(@CurrentTenant() tenant: Tenant, @Param('web_session_id') token: string): Promise<IdvResultDto> {
    return IdvResultDto.of(await this.results.find(tenant, token));
  }

  @IdempotentPost(':web_session_id/cancel')
  @HttpCode(200)
  @Scopes('idv:write')
  @NamesSession()
  @ApiOperation({
    summary: 'Cancel a verification session',
    description:
      'A session in REVIEW can be cancelled too. If the session is already cancelled, nothing changes. A session with another final status cannot be cancelled.',
  })
  @AnswersResult()
  @Throws(IdvErrors.notFound, IdvErrors.statusRefused)
  async cancel(@CurrentTenant() tenant: Tenant, @Param('web_session_id') token: string): Promise<IdvResultDto> {
    return IdvResultDto.of(await this.results.cancel(tenant, token));
  }

  @Get()
  @Scopes('idv:read')
  @ApiOperation({
    summary: 'List verification sessions',
    description: 'Lists the sessions of one user or of all users. Filter them by status and by creation time.',
  })
  @ApiOkResponse({ type: IdvWebTokenListDto })
  async list(@CurrentTenant() tenant: Tenant, @Query() query: ListWebTokensQuery): Promise<IdvWebTokenListDto> {
    const page = this.paging.open<SessionPosition>('idvWebTokens', tenant, query);
    const found = await this.results.list(tenant, ListWebTokensQuery.toFilter(query), page.rowsToRead, page.after);
    return page.answer(
      'idvWebTokens',
      found,
      ({ session }) => [session.createdAt.toISOString(), session.sessionId],
      (listed) => ListedIdvWebTokenDto.of(listed),
    );
  }
}
