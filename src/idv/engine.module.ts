import { Module, type Provider } from '@nestjs/common';
import { OperationsModule } from '../shared/observability/index.js';
import { BuiltInDocumentReader } from './engine/built-in-document-reader.adapter.js';
import { BuiltInEngine } from './engine/built-in-engine.adapter.js';
import { DocumentEngine } from './engine/document-engine.service.js';
import { CoveredPortraits } from './engine/face/covered-portraits.service.js';
import { FaceEngine } from './engine/face/face-engine.service.js';
import { DescriptorFaceMatcher } from './engine/face/face-matcher.adapter.js';
import { faceModel, FaceModelCheck } from './engine/face/face-model.provider.js';
import { ChallengeResponseJudge } from './engine/face/liveness-judge.adapter.js';
import { Portraits } from './engine/face/portraits.service.js';
import { EnginePools } from './engine/processes/engine-pools.service.js';
import { EngineRequestMetrics } from './engine/processes/engine-request-metrics.js';
import { EngineRequestSealer } from './engine/processes/engine-request.js';
import { EngineRequestRepository } from './engine/processes/engine-request.repository.js';
import { EngineRequests } from './engine/processes/engine-requests.service.js';
import { ReadDocuments, ReadFaces, RemoveUnwantedRequests } from './engine/processes/engine-request.jobs.js';
import { LiveEngine } from './engines/engine.port.js';
import { Engines, OfferedDocuments } from './engines/engines.service.js';

/** Reads documents and compares faces on this machine. */
const identityEngine: Provider[] = [DocumentEngine, BuiltInDocumentReader, BuiltInEngine];

/**
 * Finds and compares faces for the built-in engine. Models are loaded when the first picture arrives. Only a custom
 * model is loaded and tested at startup.
 */
const face: Provider[] = [
  faceModel,
  FaceModelCheck,
  FaceEngine,
  DescriptorFaceMatcher,
  ChallengeResponseJudge,
  Portraits,
  CoveredPortraits,
];

/** Decides whether this process analyses the users' pictures itself, or has another process analyse them. */
const engineProcesses: Provider[] = [
  EngineRequestRepository,
  EngineRequestSealer,
  EngineRequests,
  EngineRequestMetrics,
  EnginePools,
  ReadDocuments,
  ReadFaces,
  RemoveUnwantedRequests,
];

/**
 * Chooses the engine that reads the documents and judges the faces of a session: the engine for live users or the
 * sandbox.
 */
const engines: Provider[] = [Engines, OfferedDocuments, { provide: LiveEngine, useExisting: BuiltInEngine }];

/** Reads documents and compares faces: on this machine, or in the sandbox. */
@Module({
  imports: [OperationsModule],
  providers: [...identityEngine, ...face, ...engineProcesses, ...engines],
  exports: [Engines, OfferedDocuments],
})
export class IdentityEngineModule {}
