import { Module } from '@nestjs/common';
import { ClientRegistry } from './client-registry.service.js';
import { ClientRepository } from './client.repository.js';
import { StoredClientSettings } from './stored-client-settings.adapter.js';

/** A client as it is stored, and as each process remembers it. */
@Module({
  providers: [ClientRepository, ClientRegistry, StoredClientSettings],
  exports: [ClientRepository, ClientRegistry, StoredClientSettings],
})
export class ClientModule {}
