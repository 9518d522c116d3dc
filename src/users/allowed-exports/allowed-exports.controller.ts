import { Body, Controller, HttpCode, Param, Query, Req, type StreamableFile } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import {
  CurrentPrincipal,
  CurrentTenant,
  demandSecond,
  demandWithSecond,
  MayNeedSecond,
  type Principal,
  Scopes,
} from '../../shared/auth-guard/index.js';
import { ExportedFile, IdempotentPost, reasonIn, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import type { JsonObject, Tenant } from '../../shared/kernel/index.js';
import { UserErrors } from '../contract/users.errors.js';
import { UserFiles } from '../user-list/user-files.service.js';
import { ListUsersQuery } from '../user-list/dto/user-list.dto.js';
import { AllowedExports } from './allowed-exports.service.js';
import {
  AllowedExportDto,
  AllowedExportIdParam,
  AllowedExportQuery,
  NewAllowedExportDto,
} from './dto/allowed-export.dto.js';

/** Taking so many away is like taking one away with all that is held. */
const REMOVAL = 'users:remove';

@ApiTags('Users')
@ThrowsOnAnyRoute()
@Controller('v1/userExports')
export class AllowedExportsController {
  constructor(
    private readonly exports: AllowedExports,
    private readonly files: UserFiles,
  ) {}

  @IdempotentPost()
  @HttpCode(201)
  @Scopes('users:read', REMOVAL)
  @MayNeedSecond(REMOVAL)
  @ApiOperation({
    operationId: 'Users_allowExport',
    summary: 'Ask for an export of many users',
    description:
      'For operators, who export more than 10,000 persons only where a second one agrees: the query is that of the list. Then `GET /v1/fourEyes/{id}/answer` has what this answers, and the file is taken once, within a day. To clients it is answered at once; they need it not, since they export any number by `GET /v1/users`.',
  })
  @ApiCreatedResponse({ type: AllowedExportDto })
  async allow(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Query() query: AllowedExportQuery,
    @Body() { format, comments }: NewAllowedExportDto,
    @Req() request: Request,
  ): Promise<AllowedExportDto> {
    ListUsersQuery.toFilter(query);
    demandSecond(caller, REMOVAL);
    const filters = JSON.parse(JSON.stringify(query)) as JsonObject;
    const reason = reasonIn(request) ?? comments ?? null;
    const { id, endsAt } = await this.exports.allow(tenant, caller, { query: filters, format, reason });
    return { exportId: id, format, untilTs: endsAt.getTime() };
  }

  @IdempotentPost(':exportId/file')
  @HttpCode(200)
  @Scopes('users:read')
  @ApiOperation({
    operationId: 'Users_takeExport',
    summary: 'Take an export of many users',
    description:
      'The list as a file, streamed, at most 100,000 rows, as its filters find it now: for who has asked and still has the right, once. It is gone with the first byte, also where the rest does not arrive; ask again then. It is audited with the reason and both operators.',
  })
  @ExportedFile()
  @Throws(UserErrors.exportNotFound)
  async take(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { exportId }: AllowedExportIdParam,
  ): Promise<StreamableFile> {
    demandWithSecond(caller, REMOVAL);
    const allowed = await this.exports.find(tenant, caller, exportId);
    const { format, reason, query } = allowed.terms;
    const asked = { format, reason: reason ?? undefined };
    return this.files.of({
      tenant,
      caller,
      filters: query,
      asked,
      note: () => this.exports.take(allowed),
    });
  }
}
