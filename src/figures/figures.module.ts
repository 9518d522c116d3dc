import { Module, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventsModule } from '../shared/events/index.js';
import { AttentionController } from './attention/attention.controller.js';
import { Attention } from './attention/attention.service.js';
import { ParkedWorkAttention } from './attention/parked-work-attention.adapter.js';
import { FigureCounters } from './contract/figure-source.port.js';
import { HourlyCounters } from './counters/hourly-counters.adapter.js';
import { FigureProgress } from './roll-up/figure.entity.js';
import { FigureSources } from './roll-up/figure-sources.service.js';
import { FigureRepository } from './roll-up/figure.repository.js';
import { RollUpFigures } from './roll-up/roll-up-figures.job.js';
import { FiguresController } from './series/figures.controller.js';
import { Figures } from './series/figures.service.js';

/** Counts the rows of all contexts by the hour, and stores the counts. */
const rollUp: Provider[] = [FigureRepository, FigureSources, RollUpFigures];

/** Counts events that leave no rows, at the time when they happen. */
const counters: Provider[] = [HourlyCounters, { provide: FigureCounters, useExisting: HourlyCounters }];

/** Reads the stored counts of a period, as series of values. */
const series: Provider[] = [Figures];

/** Lists the work that is waiting for people. */
const attention: Provider[] = [Attention, ParkedWorkAttention];

/** Figures over time, and the work that is waiting for people. */
@Module({
  imports: [DiscoveryModule, EventsModule, TypeOrmModule.forFeature([FigureProgress])],
  controllers: [FiguresController, AttentionController],
  providers: [...rollUp, ...counters, ...series, ...attention],
  exports: [FigureCounters],
})
export class FiguresModule {}
