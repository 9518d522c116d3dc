import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Client } from './client.entity.js';
import { ClientRefusal } from './refusals/client-refusal.entity.js';
import { ClientRefusalRepository } from './refusals/client-refusal.repository.js';
import { ClientRefusals } from './refusals/client-refusals.service.js';
import { LastClientUse } from './last-client-use.entity.js';
import { ClientFigures } from './client-figures.adapter.js';
import { ClientRegistry } from './client-registry.service.js';
import { ClientRepository } from './client.repository.js';
import { NotedClientUse } from './noted-client-use.adapter.js';
import { StoredClientSettings } from './stored-client-settings.adapter.js';

/** Storage and cache of clients. */
@Module({
  imports: [TypeOrmModule.forFeature([Client, ClientRefusal, LastClientUse])],
  providers: [
    ClientFigures,
    ClientRefusalRepository,
    ClientRefusals,
    ClientRepository,
    ClientRegistry,
    NotedClientUse,
    StoredClientSettings,
  ],
  exports: [ClientRefusals, ClientRepository, ClientRegistry, NotedClientUse, StoredClientSettings],
})
export class ClientModule {}
