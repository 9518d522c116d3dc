import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import type { Report } from '../../shared/observability/index.js';
import { Reports } from './reports.adapter.js';

@ApiExcludeController()
@WithoutToken('probes, inside the perimeter')
@Controller('health')
export class HealthController {
  constructor(private readonly reports: Reports) {}

  /** The liveness check, which always succeeds. A process that does not respond should be restarted. */
  @Get('live')
  live(): { status: 'up' } {
    return { status: 'up' };
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Report> {
    const report = await this.reports.health();
    response.status(report.status === 'up' ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE);
    return report;
  }
}
