import { Controller, Delete, Get, HttpCode, Param, Query, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdministratorsOnly, CurrentTenant, Scopes } from '../../shared/auth-guard/index.js';
import { IdempotentPost, Paging, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { SystemErrors } from '../contract/system.errors.js';
import { ParkedEventDto, ParkedEventListDto, EventIdParam, EventsQuery } from './parked-work.dto.js';
import { ParkedWork } from './parked-work.service.js';

const FOR = 'For administrators and for operators of all enterprises, on live data.';

@ApiTags('System')
@Controller('v1/events')
@UseGuards(AdministratorsOnly)
@ThrowsOnAnyRoute()
export class EventsController {
  constructor(
    private readonly work: ParkedWork,
    private readonly paging: Paging,
  ) {}

  @Get()
  @Scopes('system:read')
  @ApiOperation({
    summary: 'List parked events',
    description: `Those that failed too often, the last that was given up first, of all enterprises and without their content. ${FOR}`,
  })
  @ApiOkResponse({ type: ParkedEventListDto })
  async list(@CurrentTenant() tenant: Tenant, @Query() query: EventsQuery): Promise<ParkedEventListDto> {
    const page = this.paging.open<readonly string[]>('events', tenant, query);
    const found = await this.work.events(query.type, page.rowsToRead, page.after);
    return page.answer(
      'events',
      found,
      ({ position }) => position,
      (one) => ParkedEventDto.of(one),
    );
  }

  @IdempotentPost(':eventId/replay')
  @HttpCode(204)
  @Scopes('system:write')
  @ApiOperation({
    summary: 'Put a parked event back to work',
    description: `It is delivered again to all who hear it. ${FOR}`,
  })
  @ApiNoContentResponse({ description: 'It is due now.' })
  @Throws(SystemErrors.eventNotFound)
  async replay(@CurrentTenant() tenant: Tenant, @Param() { eventId }: EventIdParam): Promise<void> {
    await this.work.replayEvent(tenant, eventId);
  }

  @Delete(':eventId')
  @HttpCode(204)
  @Scopes('system:write')
  @ApiOperation({
    summary: 'Drop a parked event',
    description: `Nobody who has not heard it will. Look first what would have followed. ${FOR}`,
  })
  @ApiNoContentResponse({ description: 'It is gone.' })
  @Throws(SystemErrors.eventNotFound)
  async delete(@CurrentTenant() tenant: Tenant, @Param() { eventId }: EventIdParam): Promise<void> {
    await this.work.removeEvent(tenant, eventId);
  }
}
