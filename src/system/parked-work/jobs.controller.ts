import { Controller, Delete, Get, HttpCode, Param, Query, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdministratorsOnly, CurrentTenant, Scopes } from '../../shared/auth-guard/index.js';
import { IdempotentPost, Paging, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { SystemErrors } from '../contract/system.errors.js';
import { JobDto, JobListDto, JobIdParam, JobsQuery } from './parked-work.dto.js';
import { ParkedWork } from './parked-work.service.js';

const FOR = 'Only administrators and operators of all enterprises can call this, for live data.';

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
    description: `Lists jobs of all enterprises that failed too often. The job that was parked last comes first. Their content is not shown. ${FOR}`,
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
    summary: 'Run a parked job again',
    description: `The job runs again like a new job, with all its tries. If another job with the same key is waiting, that job replaces it. ${FOR}`,
  })
  @ApiNoContentResponse({ description: 'The event or job is due now.' })
  @Throws(SystemErrors.jobNotFound)
  async replay(@CurrentTenant() tenant: Tenant, @Param() { jobId }: JobIdParam): Promise<void> {
    await this.work.replayJob(tenant, jobId);
  }

  @Delete(':jobId')
  @HttpCode(204)
  @Scopes('system:write')
  @ApiOperation({
    summary: 'Delete a parked job',
    description: `Deletes the job. It will never run. Check first that nobody depends on it. ${FOR}`,
  })
  @ApiNoContentResponse({ description: 'It is deleted.' })
  @Throws(SystemErrors.jobNotFound)
  async delete(@CurrentTenant() tenant: Tenant, @Param() { jobId }: JobIdParam): Promise<void> {
    await this.work.removeJob(tenant, jobId);
  }
}
