import { EvidenceRecord } from './evidence.entity.js';
import { Session } from './session.entity.js';

export const idvEntities = [EvidenceRecord, Session];
