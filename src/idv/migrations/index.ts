import { Sessions1795400000000 } from './1795400000000-sessions.js';
import { Evidence1795410000100 } from './1795410000100-evidence.js';
import { Reviews1795410000300 } from './1795410000300-reviews.js';
import { Handovers1795430000000 } from './1795430000000-handovers.js';
import { FaceTemplates1795700000000 } from './1795700000000-face-templates.js';
import { VendorSessions1795800000000 } from './1795800000000-vendor-sessions.js';
import { EngineJobs1795900000000 } from './1795900000000-engine-jobs.js';
import { EngineTurns1796000200000 } from './1796000200000-engine-turns.js';
import { EngineTurnEnds1796000200100 } from './1796000200100-engine-turn-ends.js';
import { SessionLanguages1796000600100 } from './1796000600100-session-languages.js';
import { SessionLists1796000700200 } from './1796000700200-session-lists.js';
import { SessionEvents1797300000000 } from './1797300000000-session-events.js';
import { EngineRequests1798100000000 } from './1798100000000-engine-requests.js';
import { MarkedRequests1798100000100 } from './1798100000100-marked-requests.js';
import { ChipTrust1798406000000 } from './1798406000000-chip-trust.js';
import { ChipReadings1798414000000 } from './1798414000000-chip-readings.js';
import { EarlierFronts1798421001000 } from './1798421001000-earlier-fronts.js';

export const idvMigrations = [
  Sessions1795400000000,
  Evidence1795410000100,
  Reviews1795410000300,
  Handovers1795430000000,
  FaceTemplates1795700000000,
  VendorSessions1795800000000,
  EngineJobs1795900000000,
  EngineTurns1796000200000,
  EngineTurnEnds1796000200100,
  SessionLanguages1796000600100,
  SessionLists1796000700200,
  SessionEvents1797300000000,
  EngineRequests1798100000000,
  MarkedRequests1798100000100,
  ChipTrust1798406000000,
  ChipReadings1798414000000,
  EarlierFronts1798421001000,
];
