import { Module } from '@nestjs/common';
import { BlobsModule } from './shared/storage/index.js';
import { EventsModule } from './shared/events/index.js';
import { PersistenceModule } from './shared/persistence/index.js';
import { SecurityModule } from './shared/security/index.js';

const everywhere = [PersistenceModule, EventsModule, SecurityModule, BlobsModule];

/** Modules that every context writes with: a change, its events and its sealed fields belong to one transaction. */
@Module({ imports: everywhere, exports: everywhere })
export class SharedModule {}
