import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PeopleModule } from '../people/people.module.js';
import { UnusualAccessAlertJob } from './unusual-access-alert.job.js';
import { UnusualAccess } from './unusual-access.entity.js';
import { UnusualAccessRepository } from './unusual-access.repository.js';

/** Detects operators who view data of unusually many people. */
@Module({
  imports: [PeopleModule, TypeOrmModule.forFeature([UnusualAccess])],
  providers: [UnusualAccessAlertJob, UnusualAccessRepository],
})
export class ReadingsModule {}
