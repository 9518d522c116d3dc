import { Module } from '@nestjs/common';
import { OutboundModule } from '../../shared/outbound/index.js';
import { ApisModule } from '../apis/apis.module.js';
import { ClientModule } from '../client/client.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { AdministratorFile, Administrators } from './administrators.service.js';
import { DeclaredClients } from './declared-clients.adapter.js';
import { KeptClients } from './kept-clients.adapter.js';
import { ClientHits } from './client-hits.adapter.js';
import { ClientsController } from './clients.controller.js';
import { ClientManagers } from './client-managers.service.js';
import { ClientsService } from './clients.service.js';
import { ForgetClient } from './forget-client.job.js';
import { AppClientFile, RegisteredAppClients } from './registered-app-clients.service.js';

/** Registers, changes and deletes clients. */
@Module({
  imports: [ApisModule, ClientModule, OutboundModule, TokensModule],
  controllers: [ClientsController],
  providers: [
    ClientHits,
    DeclaredClients,
    ClientManagers,
    ClientsService,
    ForgetClient,
    Administrators,
    AdministratorFile,
    RegisteredAppClients,
    AppClientFile,
    KeptClients,
  ],
  exports: [KeptClients, ClientManagers, ClientsService, Administrators, RegisteredAppClients],
})
export class ClientManagementModule {}
