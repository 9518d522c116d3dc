import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { MetricsRegistry } from './metrics-registry.js';
import { WorkMetrics } from './work-metrics.js';
import { WithoutToken } from '../../http/bearer/scopes.decorator.js';

@ApiExcludeController()
@WithoutToken('scrapers, inside the perimeter')
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly registry: MetricsRegistry,
    private readonly work: WorkMetrics,
  ) {}

  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async metrics(): Promise<string> {
    await this.work.refresh();
    return this.registry.metrics();
  }
}
