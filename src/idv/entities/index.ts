import { EvidenceRecord } from './evidence.entity.js';
import { KeptFace } from './face-template.entity.js';
import { Handover } from './handover.entity.js';
import { ReviewDecision } from './review-decision.entity.js';
import { Session } from './session.entity.js';

export const idvEntities = [EvidenceRecord, Handover, KeptFace, ReviewDecision, Session];
