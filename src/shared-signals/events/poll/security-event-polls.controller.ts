import { Body, Controller, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, CurrentTenant, type Principal, Scopes } from '../../../shared/auth-guard/index.js';
import { Throws, ThrowsOnAnyRoute } from '../../../shared/http/index.js';
import type { Tenant } from '../../../shared/kernel/index.js';
import { SharedSignalsErrors } from '../../contract/shared-signals.errors.js';
import { ownerOf } from '../../streams/signal-stream.js';
import { OneStreamQuery } from '../../streams/stream-form.dto.js';
import { EventPolls } from './event-polls.service.js';
import { PolledSecurityEventsDto, PollSecurityEventsDto } from './poll.dto.js';
import { ProgramsOnly } from '../../streams/programs-only.guard.js';

@ApiTags('Shared signals')
@UseGuards(ProgramsOnly)
@Controller('v1/ssf/streams/:stream_id/events')
@ThrowsOnAnyRoute()
export class SecurityEventPollsController {
  constructor(private readonly polls: EventPolls) {}

  /** This route does not accept an Idempotency-Key, because a repeated poll must return the current events. */
  @Post()
  @HttpCode(200)
  @Scopes('ssf.read')
  @ApiOperation({
    summary: 'Fetch security events',
    description:
      'Use this call for a stream whose events are delivered by polling (RFC 8936). Events that you do not confirm with `ack` or `setErrs` are sent again.',
  })
  @ApiOkResponse({ type: PolledSecurityEventsDto })
  @Throws(SharedSignalsErrors.streamNotFound, SharedSignalsErrors.notPolled)
  async poll(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { stream_id }: OneStreamQuery,
    @Body() body: PollSecurityEventsDto,
  ): Promise<PolledSecurityEventsDto> {
    const polled = await this.polls.poll(ownerOf(tenant, caller), stream_id, PollSecurityEventsDto.toAsked(body));
    return PolledSecurityEventsDto.of(polled);
  }
}
