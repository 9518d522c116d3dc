import { Module } from '@nestjs/common';
import { Specimens } from '../contract/specimens.port.js';
import { DrawnSpecimens } from './drawn-specimens.adapter.js';

/** Draws documents of a state that does not exist. */
@Module({ providers: [{ provide: Specimens, useClass: DrawnSpecimens }], exports: [Specimens] })
export class SpecimensModule {}
