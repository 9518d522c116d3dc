import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { Reports } from './reports.adapter.js';

@ApiExcludeController()
@WithoutToken('scrapers, inside the perimeter')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly reports: Reports) {}

  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  metrics(): Promise<string> {
    return this.reports.metrics();
  }
}
