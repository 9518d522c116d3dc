import { Module } from '@nestjs/common';
import { EngineProcessesModule } from './processes/engine-processes.module.js';
import { BuiltInDocumentReader } from './built-in-document-reader.adapter.js';
import { BuiltInEngine } from './built-in-engine.adapter.js';
import { DocumentEngine } from './document-engine.service.js';
import { FaceModule } from './face/face.module.js';

/** Reads documents and compares faces on this machine. */
@Module({
  imports: [EngineProcessesModule, FaceModule],
  providers: [DocumentEngine, BuiltInDocumentReader, BuiltInEngine],
  exports: [BuiltInEngine],
})
export class IdentityEngineModule {}
