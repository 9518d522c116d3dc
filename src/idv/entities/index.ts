import { EvidenceRecord } from './evidence.entity.js';
import { ReviewDecision } from './review-decision.entity.js';
import { Session } from './session.entity.js';

export const idvEntities = [EvidenceRecord, ReviewDecision, Session];
