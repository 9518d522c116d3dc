import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { WithoutToken } from '../../shared/http/bearer/principal.js';
import { Readiness, type Report } from '../../shared/operations/health.js';

@ApiExcludeController()
@WithoutToken('probes, inside the perimeter')
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Any answer means alive. A process that cannot answer should be restarted. */
  @Get('live')
  live(): { status: 'up' } {
    return { status: 'up' };
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Report> {
    const report = await this.readiness.report();
    response.status(report.status === 'up' ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE);
    return report;
  }
}
