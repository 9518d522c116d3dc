import { Module, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Comparison } from './apply/comparison.service.js';
import { ConfigurationAtStart } from './apply/configuration-at-start.service.js';
import { ConfigurationExport } from './apply/configuration-export.service.js';
import { ConfigurationKinds } from './apply/configuration-kinds.service.js';
import { Configuration } from './apply/configuration.service.js';
import { ManagedObject } from './apply/managed-object.entity.js';
import { ManagedObjectRepository } from './apply/managed-object.repository.js';
import { WantedObjects } from './apply/wanted-objects.service.js';
import { ConfigurationFiles } from './files/configuration-files.service.js';

/** Compares configuration files with the existing objects, and applies the differences. */
const apply: Provider[] = [
  Comparison,
  Configuration,
  ConfigurationAtStart,
  ConfigurationExport,
  ConfigurationKinds,
  ManagedObjectRepository,
  WantedObjects,
];

/** Reads configuration files. */
const files: Provider[] = [ConfigurationFiles];

/** Configuration as code: files declare enterprises, clients and other objects. */
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([ManagedObject])],
  providers: [...apply, ...files],
})
export class ConfigurationModule {}
