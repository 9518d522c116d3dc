import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { TellOfReadings } from './tell-of-readings.job.js';
import { UnusualReadingRepository } from './unusual-reading.repository.js';

/** Operators who look at unusually many persons. */
@Module({ imports: [PeopleModule], providers: [TellOfReadings, UnusualReadingRepository] })
export class ReadingsModule {}
