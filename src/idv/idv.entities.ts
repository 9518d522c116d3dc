import { EngineRequest } from './engine/processes/engine-request.entity.js';
import { ChipReading } from './chips/chip-reading.entity.js';
import { TrustEntry } from './chip-trust/trust-entry.entity.js';
import { EvidenceRecord } from './evidence/evidence.entity.js';
import { KeptFace } from './faces/kept-face.entity.js';
import { Handover } from './handover/handover.entity.js';
import { ReviewDecision } from './reviews/review-decision.entity.js';
import { SessionEvent } from './session-events/session-event.entity.js';
import { Session } from './sessions/session.entity.js';

export const idvEntities = [
  ChipReading,
  EngineRequest,
  EvidenceRecord,
  Handover,
  KeptFace,
  ReviewDecision,
  Session,
  SessionEvent,
  TrustEntry,
];
