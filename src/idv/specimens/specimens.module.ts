import { Module } from '@nestjs/common';
import { Specimens } from '../contract/specimens.port.js';
import { DrawnSpecimens } from './drawn-specimens.adapter.js';
import { PracticeReview } from './practice-review.service.js';

/** Draws documents of a fictitious state, for tests. */
@Module({
  providers: [{ provide: Specimens, useClass: DrawnSpecimens }, PracticeReview],
  exports: [Specimens, PracticeReview],
})
export class SpecimensModule {}
