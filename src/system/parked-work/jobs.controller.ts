import { Controller, Delete, Get, HttpCode, Param, Query, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdministratorsOnly, CurrentTenant, Scopes } from '../../shared/auth-guard/index.js';
import { IdempotentPost, Paging, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { SystemErrors } from '../contract/system.errors.js';
import { JobDto, JobListDto, JobIdParam, JobsQuery } from './parked-work.dto.js';
import { ParkedWork } from './parked-work.service.js';

const FOR = 'For administrators and for operators of all enterprises, on live data.';

@ApiTags('System')
@Controller('v1/jobs')
@UseGuards(AdministratorsOnly)
@ThrowsOnAnyRoute()
export class JobsController {
  constructor(
    private readonly work: ParkedWork,
    private readonly paging: Paging,
  ) {}

  @Get()
  @Scopes('system:read')
  @ApiOperation({
    summary: 'List parked jobs',
    description: `Those that failed too often, the last that was given up first, of all enterprises and without their content. ${FOR}`,
  })
  @ApiOkResponse({ type: JobListDto })
  async list(@CurrentTenant() tenant: Tenant, @Query() query: JobsQuery): Promise<JobListDto> {
    const page = this.paging.open<readonly string[]>('jobs', tenant, query);
    const found = await this.work.jobs(query.kind, page.rowsToRead, page.after);
    return page.answer(
      'jobs',
      found,
      ({ position }) => position,
      (one) => JobDto.of(one),
    );
  }

  @IdempotentPost(':jobId/replay')
  @HttpCode(204)
  @Scopes('system:write')
  @ApiOperation({
    summary: 'Put a parked job back to work',
    description: `It is done again as if it were new, with all its tries. One that waits with the same key takes its place. ${FOR}`,
  })
  @ApiNoContentResponse({ description: 'It is due now.' })
  @Throws(SystemErrors.jobNotFound)
  async replay(@CurrentTenant() tenant: Tenant, @Param() { jobId }: JobIdParam): Promise<void> {
    await this.work.replayJob(tenant, jobId);
  }

  @Delete(':jobId')
  @HttpCode(204)
  @Scopes('system:write')
  @ApiOperation({
    summary: 'Drop a parked job',
    description: `It is never done. Look first whether somebody waits for it. ${FOR}`,
  })
  @ApiNoContentResponse({ description: 'It is gone.' })
  @Throws(SystemErrors.jobNotFound)
  async delete(@CurrentTenant() tenant: Tenant, @Param() { jobId }: JobIdParam): Promise<void> {
    await this.work.removeJob(tenant, jobId);
  }
}
