import { Global, Module } from '@nestjs/common';
import { AuditModule } from './audit/audit.module.js';
import { BlobsModule } from './blobs/blobs.module.js';
import { EventsModule } from './events/events.module.js';
import { PersistenceModule } from './persistence/persistence.module.js';
import { SecurityModule } from './security/security.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

const everywhere = [PersistenceModule, EventsModule, SecurityModule, AuditModule, BlobsModule, WebhooksModule];

/**
 * What every context writes with: a change, its events, its audit entry and its sealed fields belong to one transaction.
 * It is global for that, so that these need no import outside of this folder. They import each other.
 */
@Global()
@Module({ imports: everywhere, exports: everywhere })
export class SharedModule {}
