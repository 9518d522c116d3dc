import { Module } from '@nestjs/common';
import { BlobsModule } from './blobs/blobs.module.js';
import { EventsModule } from './events/events.module.js';
import { PersistenceModule } from './persistence/persistence.module.js';
import { SecurityModule } from './security/security.module.js';

const everywhere = [PersistenceModule, EventsModule, SecurityModule, BlobsModule];

/** Modules that every context writes with: a change, its events and its sealed fields belong to one transaction. */
@Module({ imports: everywhere, exports: everywhere })
export class SharedModule {}
