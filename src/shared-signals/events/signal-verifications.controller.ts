import { Body, Controller, HttpCode, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, CurrentTenant, type Principal, Scopes } from '../../shared/auth-guard/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { TextField, UuidField } from '../../shared/fields/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { SharedSignalsErrors } from '../contract/shared-signals.errors.js';
import { STREAM_ID } from '../streams/stream-form.dto.js';
import { ownerOf } from '../streams/signal-stream.js';
import { StreamVerifications } from './stream-verifications.service.js';
import { ProgramsOnly } from '../streams/programs-only.guard.js';

export class VerifySignalStreamDto {
  @UuidField(STREAM_ID) stream_id!: string;
  @TextField({
    max: 1_024,
    optional: true,
    example: 'VGhpcyBpcyBhbiBleGFtcGxlIHN0YXRl',
    description: 'A value that you choose. The event contains it.',
  })
  state?: string;
}

@ApiTags('Shared signals')
@UseGuards(ProgramsOnly)
@Controller('v1/ssf/verify')
@ThrowsOnAnyRoute()
export class SignalVerificationsController {
  constructor(private readonly verifications: StreamVerifications) {}

  @IdempotentPost()
  @HttpCode(204)
  @Scopes('ssf.manage')
  @ApiOperation({
    summary: 'Ask for a verification event',
    description:
      'The service sends a verification event to the stream. When you receive it, you know that the delivery works.',
  })
  @ApiNoContentResponse({ description: 'The event is being sent.' })
  @Throws(SharedSignalsErrors.streamNotFound, SharedSignalsErrors.verifiedJustNow)
  async create(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Body() { stream_id, state }: VerifySignalStreamDto,
  ): Promise<void> {
    await this.verifications.verify(ownerOf(tenant, caller), stream_id, state);
  }
}
