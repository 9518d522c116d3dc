import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PeopleModule } from '../people/people.module.js';
import { TellOfReadings } from './tell-of-readings.job.js';
import { UnusualReading } from './unusual-reading.entity.js';
import { UnusualReadingRepository } from './unusual-reading.repository.js';

/** Operators who look at unusually many persons. */
@Module({
  imports: [PeopleModule, TypeOrmModule.forFeature([UnusualReading])],
  providers: [TellOfReadings, UnusualReadingRepository],
})
export class ReadingsModule {}
