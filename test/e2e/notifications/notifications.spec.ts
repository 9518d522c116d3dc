import { attentionCases } from './attention.cases.js';
import { closingCases } from './closing.cases.js';
import { createCases } from './create.cases.js';
import { historyCases } from './history.cases.js';
import { racesCases } from './races.cases.js';
import { templatesCases } from './templates.cases.js';
import { pushCases } from './push.cases.js';
import { exampleCases } from './example.cases.js';
import { openShared, shared } from './shared.js';

import { tellingCases } from './telling.cases.js';

beforeAll(openShared);
afterAll(() => shared.running.close());

describe('Creating notifications', createCases);
describe('Closing notifications', closingCases);
describe('Races about notifications', racesCases);
describe('What enterprises are told', tellingCases);
describe('Templates of notifications', templatesCases);
describe('Push', pushCases);
describe('The history of a notification', historyCases);
describe('The sample server', exampleCases);
describe('What needs people', attentionCases);
