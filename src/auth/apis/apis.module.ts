import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientModule } from '../client/client.module.js';
import { OwnApi } from './own-api.entity.js';
import { ApiRegistry } from './api-registry.service.js';
import { ApiRepository } from './api.repository.js';
import { ApisController } from './apis.controller.js';
import { DeclaredApis } from './declared-apis.adapter.js';
import { Apis } from './apis.service.js';

/** The APIs of enterprises, for which clients get access tokens. */
@Module({
  imports: [ClientModule, TypeOrmModule.forFeature([OwnApi])],
  controllers: [ApisController],
  providers: [DeclaredApis, ApiRegistry, ApiRepository, Apis],
  exports: [ApiRegistry, Apis],
})
export class ApisModule {}
