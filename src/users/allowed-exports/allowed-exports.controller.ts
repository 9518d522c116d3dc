import { Body, Controller, HttpCode, Inject, Param, Query, Req, type StreamableFile } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../config.js';
import {
  CurrentPrincipal,
  CurrentTenant,
  demandSecond,
  demandWithSecond,
  MayNeedSecond,
  type Principal,
  Scopes,
} from '../../shared/auth-guard/index.js';
import {
  demandReason,
  ExportedFile,
  IdempotentPost,
  reasonIn,
  Throws,
  ThrowsOnAnyRoute,
} from '../../shared/http/index.js';
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

/** The scope that is required to export all data about one user. Exports of many users require it, too. */
const REMOVAL = 'users:remove';

@ApiTags('Users')
@ThrowsOnAnyRoute()
@Controller('v1/userExports')
export class AllowedExportsController {
  constructor(
    private readonly exports: AllowedExports,
    private readonly files: UserFiles,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @IdempotentPost()
  @HttpCode(201)
  @Scopes('users:read', REMOVAL)
  @MayNeedSecond(REMOVAL)
  @ApiOperation({
    operationId: 'Users_allowExport',
    summary: 'Request an export of many users',
    description:
      'Operators use this call to export more than 10,000 users, or up to 1,000 users by their ids (`userIds`). The filters are those of `GET /v1/users`. A second operator must approve the export. No approval is needed for users named by id, up to the number that the setting `CONSOLE_ACTION_LIMIT` allows (default: 25). After the approval, `GET /v1/fourEyes/{id}/answer` returns the response that this call returns when no approval is needed. The file can be downloaded once, within a day. Clients need no approval. They can also export any number of users with `GET /v1/users`.',
  })
  @ApiCreatedResponse({ type: AllowedExportDto })
  async allow(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Query() query: AllowedExportQuery,
    @Body() { format, userIds, comments }: NewAllowedExportDto,
    @Req() request: Request,
  ): Promise<AllowedExportDto> {
    const named = userIds && [...new Set(userIds)];
    const filters = JSON.parse(JSON.stringify(Object.assign({}, query, { userIds: named }))) as JsonObject;
    ListUsersQuery.toFilter(filters);
    const given = reasonIn(request) ?? comments;
    if (caller.kind !== 'operator' || named === undefined || named.length > this.config.consoleActionLimit) {
      demandSecond(caller, REMOVAL);
    } else {
      demandWithSecond(caller, REMOVAL);
      demandReason(given);
    }
    const reason = given ?? null;
    const { id, endsAt } = await this.exports.allow(tenant, caller, { query: filters, format, reason });
    return { exportId: id, format, untilTs: endsAt.getTime() };
  }

  @IdempotentPost(':exportId/file')
  @HttpCode(200)
  @Scopes('users:read')
  @ApiOperation({
    operationId: 'Users_takeExport',
    summary: 'Download an export of many users',
    description:
      'Returns the list as a streamed file with at most 100,000 rows. The filters are applied at the time of the download. Only the operator who requested the export can download it, only once, and only while the operator still has the right to do so. The export is used up when the first byte is sent, even if the download is interrupted. In that case, request the export again. The download is recorded in the audit log, with the reason and both operators.',
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
