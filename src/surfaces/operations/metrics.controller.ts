import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { WithoutToken } from '../../shared/http/bearer/principal.js';
import { MetricsRegistry } from '../../shared/operations/metrics.js';

@ApiExcludeController()
@WithoutToken('scrapers, inside the perimeter')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly registry: MetricsRegistry) {}

  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  metrics(): Promise<string> {
    return this.registry.metrics();
  }
}
