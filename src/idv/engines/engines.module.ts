import { Module } from '@nestjs/common';
import { IdentityEngineModule } from '../engine/identity-engine.module.js';
import { BuiltInEngine } from '../engine/built-in-engine.adapter.js';
import { LiveEngine } from './engine.port.js';
import { Engines } from './engines.service.js';
import { OfferedDocuments } from './offered-documents.service.js';

/**
 * Chooses the engine that reads the documents and judges the faces of a session: that of live users, or the sandbox.
 */
@Module({
  imports: [IdentityEngineModule],
  providers: [Engines, OfferedDocuments, { provide: LiveEngine, useExisting: BuiltInEngine }],
  exports: [Engines, OfferedDocuments],
})
export class EnginesModule {}
