import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Readiness, type Report } from './readiness.js';
import { WithoutToken } from '../../http/bearer/scopes.decorator.js';

@ApiExcludeController()
@WithoutToken('probes, inside the perimeter')
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** That it answers at all is the answer: a process that cannot is to be restarted. */
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
