import { Module } from '@nestjs/common';
import { FigureCounters } from '../contract/figure-counters.port.js';
import { RollUpModule } from '../roll-up/roll-up.module.js';
import { HourlyCounters } from './hourly-counters.adapter.js';

/** Counts events that leave no rows, as they happen. */
@Module({
  imports: [RollUpModule],
  providers: [HourlyCounters, { provide: FigureCounters, useExisting: HourlyCounters }],
  exports: [FigureCounters],
})
export class CountersModule {}
