import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FilesModule } from '../files/files.module.js';
import { Comparison } from './comparison.service.js';
import { ConfigurationAtStart } from './configuration-at-start.service.js';
import { ConfigurationExport } from './configuration-export.service.js';
import { ConfigurationKinds } from './configuration-kinds.service.js';
import { Configuration } from './configuration.service.js';
import { ManagedObject } from './managed-object.entity.js';
import { ManagedObjectRepository } from './managed-object.repository.js';
import { WantedObjects } from './wanted-objects.service.js';

/** Compares files with the present state, and changes the state to what the files declare. */
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([ManagedObject]), FilesModule],
  providers: [
    Comparison,
    Configuration,
    ConfigurationAtStart,
    ConfigurationExport,
    ConfigurationKinds,
    ManagedObjectRepository,
    WantedObjects,
  ],
  exports: [Configuration, ConfigurationAtStart, ConfigurationExport, WantedObjects],
})
export class ApplyModule {}
