import { Module } from '@nestjs/common';
import { BlobsModule } from './shared/storage/index.js';
import { EventsModule } from './shared/events/index.js';
import { PersistenceModule } from './shared/persistence/index.js';
import { SecurityModule } from './shared/security/index.js';

const everywhere = [PersistenceModule, EventsModule, SecurityModule, BlobsModule];

/**
 * Modules that every context needs for writing. They let a change, its events and its encrypted fields share one
 * transaction.
 */
@Module({ imports: everywhere, exports: everywhere })
export class SharedModule {}
