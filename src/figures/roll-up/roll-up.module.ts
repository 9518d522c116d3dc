import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DiscoveryModule } from '@nestjs/core';
import { FigureRepository } from './figure.repository.js';
import { FigureSources } from './figure-sources.service.js';
import { RollUpFigures } from './roll-up-figures.job.js';
import { FigureProgress } from './figure-progress.entity.js';

/** Counts the rows of all contexts by the hour, and keeps the counts. */
@Module({
  imports: [TypeOrmModule.forFeature([FigureProgress]), DiscoveryModule],
  providers: [FigureRepository, FigureSources, RollUpFigures],
  exports: [FigureRepository, FigureSources],
})
export class RollUpModule {}
