import { Controller, Delete, Get, HttpCode, Param, Query, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdministratorsOnly, CurrentTenant, Scopes } from '../../shared/auth-guard/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { Paging } from '../../shared/fields/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { SystemErrors } from '../contract/system.errors.js';
import { JobDto, JobListDto, JobIdParam, JobsQuery } from './parked-work.dto.js';
import { ParkedWork } from './parked-work.service.js';

const FOR = 'Only administrators and operators with rights in all enterprises can call this, and only for live data.';

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
    description: `Lists parked jobs: jobs of all enterprises that failed too often. The job that was parked last is listed first. The content of the jobs is not shown. ${FOR}`,
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
    description: `The job runs again like a new job, with the full number of tries. If another job with the same key is already waiting, the parked job is dropped instead. ${FOR}`,
  })
  @ApiNoContentResponse({ description: 'The job is due to run now.' })
  @Throws(SystemErrors.jobNotFound)
  async replay(@CurrentTenant() tenant: Tenant, @Param() { jobId }: JobIdParam): Promise<void> {
    await this.work.replayJob(tenant, jobId);
  }

  @Delete(':jobId')
  @HttpCode(204)
  @Scopes('system:write')
  @ApiOperation({
    summary: 'Delete a parked job',
    description: `Deletes the job. It will never run. First check that nothing depends on it. ${FOR}`,
  })
  @ApiNoContentResponse({ description: 'The job is deleted.' })
  @Throws(SystemErrors.jobNotFound)
  async delete(@CurrentTenant() tenant: Tenant, @Param() { jobId }: JobIdParam): Promise<void> {
    await this.work.removeJob(tenant, jobId);
  }
}
