import { jobsCases } from './jobs.cases.js';
import { jobsLanesCases } from './jobs-lanes.cases.js';
import { jobsRecurringCases } from './jobs-recurring.cases.js';

describe('Jobs', jobsCases);
describe('Jobs lanes', jobsLanesCases);
describe('Jobs recurring', jobsRecurringCases);
