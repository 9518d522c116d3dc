import { devicesCases } from './devices.cases.js';
import { enterprisesCases } from './enterprises.cases.js';
import { fuzzCases } from './fuzz.cases.js';
import { portalJourneyCases } from './portal-journey.cases.js';
import { racesCases } from './races.cases.js';
import { statusSequencesCases } from './status-sequences.cases.js';
import { tenancyCases } from './tenancy.cases.js';
import { usersCases } from './users.cases.js';

describe('Users', usersCases);
describe('Portal journey', portalJourneyCases);
describe('Status sequences', statusSequencesCases);
describe('Devices', devicesCases);
describe('Enterprises', enterprisesCases);
describe('Races', racesCases);
describe('Tenancy', tenancyCases);
describe('Fuzz', fuzzCases);
