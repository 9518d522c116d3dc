import { Module } from '@nestjs/common';
import { RollUpModule } from '../roll-up/roll-up.module.js';
import { FiguresController } from './figures.controller.js';
import { Figures } from './figures.service.js';

/** Figures over time. */
@Module({ imports: [RollUpModule], controllers: [FiguresController], providers: [Figures] })
export class SeriesModule {}
