import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApisModule } from '../apis/apis.module.js';
import { ClientManagementModule } from '../client-management/client-management.module.js';
import { ClientModule } from '../client/client.module.js';
import { InitialAccessToken } from './initial-access-token.entity.js';
import { InitialAccessTokensController } from './initial-access-tokens.controller.js';
import { InitialAccessTokens } from './initial-access-tokens.service.js';
import { Registration } from './registration.entity.js';
import { RegistrationRepository } from './registration.repository.js';
import { RegistrationsController } from './registrations.controller.js';
import { Registrations } from './registrations.service.js';

/** Clients that register themselves, by a permission of their enterprise. */
@Module({
  imports: [
    ApisModule,
    ClientManagementModule,
    ClientModule,
    TypeOrmModule.forFeature([InitialAccessToken, Registration]),
  ],
  controllers: [InitialAccessTokensController, RegistrationsController],
  providers: [InitialAccessTokens, RegistrationRepository, Registrations],
})
export class RegistrationModule {}
