import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { WithoutToken } from '../../shared/http/bearer/principal.js';
import type { Report } from '../../shared/operations/health.js';
import { Reports } from './reports.port.js';

@ApiExcludeController()
@WithoutToken('probes, inside the perimeter')
@Controller('health')
export class HealthController {
  constructor(private readonly reports: Reports) {}

  /** Any answer means alive. A process that cannot answer should be restarted. */
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
