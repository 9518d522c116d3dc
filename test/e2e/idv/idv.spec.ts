import { startTestApplication, type TestApplication } from '../../support/application.js';
import { reviewsCases } from './reviews.cases.js';
import { endingsCases } from './endings.cases.js';
import { judgementsCases } from './judgements.cases.js';
import { kycCases } from './kyc.cases.js';
import { languagesCases } from './languages.cases.js';
import { licencesCases } from './licences.cases.js';
import { managementCases } from './management.cases.js';
import { pageAttacksCases } from './page-attacks.cases.js';
import { selfieWaysCases } from './selfie-ways.cases.js';
import { stepsCases } from './steps.cases.js';
import { vendorCases } from './vendor.cases.js';
import { webTokensCases } from './web-tokens.cases.js';

let running: TestApplication;
beforeAll(async () => {
  running = await startTestApplication();
});
afterAll(() => running.close());

describe('Sessions over the management API', () => webTokensCases(() => running));
describe('Reviews', () => reviewsCases(() => running));
describe('KYC', () => kycCases(() => running));
describe('Steps of a user', () => stepsCases(() => running));
describe('Ways to a selfie', () => selfieWaysCases(() => running));
describe('Judgements', () => judgementsCases(() => running));
describe('Endings', () => endingsCases(() => running));
describe('Users at a vendor', () => vendorCases(() => running));
describe('The language of the pages', () => languagesCases(() => running));
describe('Driving licences by their fields', () => licencesCases(() => running));
describe('Attacks on the pages', () => pageAttacksCases(() => running));
describe('Verifications by their id', () => managementCases(() => running));
