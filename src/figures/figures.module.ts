import { Module } from '@nestjs/common';
import { AttentionModule } from './attention/attention.module.js';
import { CountersModule } from './counters/counters.module.js';
import { RollUpModule } from './roll-up/roll-up.module.js';
import { SeriesModule } from './series/series.module.js';

@Module({ imports: [AttentionModule, CountersModule, RollUpModule, SeriesModule], exports: [CountersModule] })
export class FiguresModule {}
