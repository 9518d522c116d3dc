import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Controller, Get, Query } from '@nestjs/common';
import { Paging, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { AuditEvents } from './audit-events.service.js';
import { CurrentTenant, Scopes } from '../../shared/auth-guard/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { AuditEventListDto, AuditEventsQuery, AuditEventDto } from './audit-events.dto.js';

@ApiTags('Audit')
@ThrowsOnAnyRoute()
@Controller('v1/auditEvents')
export class AuditEventsController {
  constructor(
    private readonly events: AuditEvents,
    private readonly paging: Paging,
  ) {}

  @Get()
  @Scopes('audit:read')
  @ApiOperation({
    summary: 'List audit events',
    description: 'Newest first. Events stay for good; once a user is erased, theirs no longer say whom they are about.',
  })
  @ApiOkResponse({ type: AuditEventListDto })
  async page(@CurrentTenant() tenant: Tenant, @Query() query: AuditEventsQuery): Promise<AuditEventListDto> {
    const page = this.paging.open<readonly string[]>('auditEvents', tenant, query);
    const { entries, end } = await this.events.page(tenant, AuditEventsQuery.toFilter(query), page.limit, page.after);
    return page.listed(
      'auditEvents',
      entries.map((entry) => AuditEventDto.of(entry)),
      end,
    );
  }
}
