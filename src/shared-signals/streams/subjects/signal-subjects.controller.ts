import { Body, Controller, HttpCode, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, CurrentTenant, type Principal, Scopes } from '../../../shared/auth-guard/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../../shared/http/index.js';
import type { Tenant } from '../../../shared/kernel/index.js';
import { SharedSignalsErrors } from '../../contract/shared-signals.errors.js';
import { ownerOf } from '../signal-stream.js';
import { AddSignalSubjectDto, RemoveSignalSubjectDto, SignalSubjectDto } from './stream-subjects.dto.js';
import { StreamSubjects } from './stream-subjects.service.js';
import { ProgramsOnly } from '../programs-only.guard.js';

const UNKNOWN = 'If the subject is not a user of the enterprise, nothing changes, and the response is the same.';

@ApiTags('Shared signals')
@UseGuards(ProgramsOnly)
@Controller('v1/ssf/subjects')
@ThrowsOnAnyRoute()
export class SignalSubjectsController {
  constructor(private readonly subjects: StreamSubjects) {}

  @IdempotentPost('add')
  @HttpCode(200)
  @Scopes('ssf.manage')
  @ApiOperation({
    summary: 'Add a user to a stream',
    description: `A new stream covers all users. Use this call to add a user whom you have removed. ${UNKNOWN}`,
  })
  @ApiOkResponse({ description: 'The stream covers the user.' })
  @Throws(SharedSignalsErrors.streamNotFound)
  async add(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Body() { stream_id, subject }: AddSignalSubjectDto,
  ): Promise<void> {
    await this.subjects.add(ownerOf(tenant, caller), stream_id, SignalSubjectDto.toSubject(subject));
  }

  @IdempotentPost('remove')
  @HttpCode(204)
  @Scopes('ssf.manage')
  @ApiOperation({
    summary: 'Remove a user from a stream',
    description: `You no longer get events about the user. ${UNKNOWN}`,
  })
  @ApiNoContentResponse({ description: 'The stream does not cover the user.' })
  @Throws(SharedSignalsErrors.streamNotFound)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Body() { stream_id, subject }: RemoveSignalSubjectDto,
  ): Promise<void> {
    await this.subjects.remove(ownerOf(tenant, caller), stream_id, SignalSubjectDto.toSubject(subject));
  }
}
