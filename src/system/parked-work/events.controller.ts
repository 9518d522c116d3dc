import { Controller, Delete, Get, HttpCode, Param, Query, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdministratorsOnly, CurrentTenant, Scopes } from '../../shared/auth-guard/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { Paging } from '../../shared/fields/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { SystemErrors } from '../contract/system.errors.js';
import { ParkedEventDto, ParkedEventListDto, EventIdParam, EventsQuery } from './parked-work.dto.js';
import { ParkedWork } from './parked-work.service.js';

const FOR = 'Only administrators and operators with rights in all enterprises can call this, and only for live data.';

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
    description: `Lists parked events: internal events of all enterprises whose delivery failed too often. The event that was parked last is listed first. The content of the events is not shown. ${FOR}`,
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
    summary: 'Deliver a parked event again',
    description: `The event is delivered again to all its handlers. ${FOR}`,
  })
  @ApiNoContentResponse({ description: 'The event is due for delivery now.' })
  @Throws(SystemErrors.eventNotFound)
  async replay(@CurrentTenant() tenant: Tenant, @Param() { eventId }: EventIdParam): Promise<void> {
    await this.work.replayEvent(tenant, eventId);
  }

  @Delete(':eventId')
  @HttpCode(204)
  @Scopes('system:write')
  @ApiOperation({
    summary: 'Delete a parked event',
    description: `Handlers that have not received the event will never receive it. First check what the event would have caused. ${FOR}`,
  })
  @ApiNoContentResponse({ description: 'The event is deleted.' })
  @Throws(SystemErrors.eventNotFound)
  async delete(@CurrentTenant() tenant: Tenant, @Param() { eventId }: EventIdParam): Promise<void> {
    await this.work.removeEvent(tenant, eventId);
  }
}
