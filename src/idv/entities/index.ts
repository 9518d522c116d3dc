import { EvidenceRecord } from './evidence.entity.js';

export const idvEntities = [EvidenceRecord];
