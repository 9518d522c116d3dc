import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Controller, Get, Param, Query, type StreamableFile } from '@nestjs/common';
import {
  type AskedExport,
  EXPORT_NOTE,
  ExportAsked,
  Exported,
  ListExports,
  Throws,
  ThrowsOnAnyRoute,
} from '../../shared/http/index.js';
import { Paging } from '../../shared/fields/index.js';
import { AuditEvents } from './audit-events.service.js';
import { CurrentPrincipal, CurrentTenant, type Principal, Scopes } from '../../shared/auth-guard/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import {
  AUDIT_COLUMNS,
  AuditEventDto,
  AuditEventListDto,
  AuditEventParams,
  AuditEventsQuery,
} from './audit-events.dto.js';
import { AuditErrors } from '../contract/audit.errors.js';
import { AuditEventDetailsDto } from './audit-chain.dto.js';
import { AuditChainReader } from './audit-chain-reader.service.js';

@ApiTags('Audit')
@ThrowsOnAnyRoute()
@Controller('v1/auditEvents')
export class AuditEventsController {
  constructor(
    private readonly events: AuditEvents,
    private readonly chain: AuditChainReader,
    private readonly paging: Paging,
    private readonly exports: ListExports,
  ) {}

  @Get()
  @Scopes('audit:read')
  @Exported(AuditEventListDto)
  @ApiOperation({
    summary: 'List audit events',
    description: `Events are listed newest first. Events are never deleted. After a user is erased, events no longer show that they are about this user. ${EXPORT_NOTE}`,
  })
  async list(
    @CurrentPrincipal() principal: Principal,
    @CurrentTenant() tenant: Tenant,
    @Query() query: AuditEventsQuery,
    @ExportAsked() asked: AskedExport | undefined,
  ): Promise<AuditEventListDto | StreamableFile> {
    const page = this.paging.open<readonly string[]>('auditEvents', tenant, query);
    const filter = AuditEventsQuery.toFilter(query);
    if (asked) {
      return this.exports.file({
        ...{ tenant, asked, after: page.after, byOperator: principal.kind === 'operator' },
        ...{ name: 'audit', columns: AUDIT_COLUMNS },
        read: async (rows, from) => {
          const { entries, end } = await this.events.page(tenant, filter, rows, from);
          return { rows: entries.map((entry) => AuditEventDto.of(entry)), end };
        },
        note: (noted) => this.events.noteExport(tenant, filter, noted),
      });
    }
    const { entries, end } = await this.events.page(tenant, filter, page.limit, page.after);
    if (principal.kind === 'operator') await this.events.noteSearch(tenant, filter, entries.length);
    return page.listed(
      'auditEvents',
      entries.map((entry) => AuditEventDto.of(entry)),
      end,
    );
  }

  @Get(':id')
  @Scopes('audit:read')
  @ApiOperation({
    summary: 'Get an audit event',
    description: 'Returns the event, its link in the hash chain, and the first signed checkpoint that covers it.',
  })
  @ApiOkResponse({ type: AuditEventDetailsDto })
  @Throws(AuditErrors.notFound)
  async get(
    @CurrentPrincipal() { kind }: Principal,
    @CurrentTenant() tenant: Tenant,
    @Param() { id }: AuditEventParams,
  ): Promise<AuditEventDetailsDto> {
    const entry = await this.chain.entry(tenant, id);
    if (kind === 'operator') await this.events.noteLook(tenant, id);
    return AuditEventDetailsDto.ofProved(entry);
  }
}
