import { startTestApplication } from '../../support/application.js';
import { mobile, openPortal } from './mobile.js';
import { mobileAnswersCases } from './mobile-answers.cases.js';
import { mobileDevicesCases } from './mobile-devices.cases.js';
import { mobileDocumentsCases } from './mobile-documents.cases.js';
import { mobileHttpCases } from './mobile-http.cases.js';
import { mobileListsCases } from './mobile-lists.cases.js';
import { mobileLiveCases } from './mobile-live.cases.js';
import { mobileOutcomesCases } from './mobile-outcomes.cases.js';
import { mobileSlowReadersCases } from './mobile-slow-readers.cases.js';
import { mobileSocketsCases } from './mobile-sockets.cases.js';
import { mobileStandingCases } from './mobile-standing.cases.js';
import { mobileStepUpCases } from './mobile-step-up.cases.js';
import { phoneAppCases } from './phone-app.cases.js';

beforeAll(async () => {
  mobile.running = await startTestApplication();
  mobile.portal = await openPortal(mobile.running);
});
afterAll(() => mobile.running.close());

describe('Documents', mobileDocumentsCases);
describe('HTTP', mobileHttpCases);
describe('Devices', mobileDevicesCases);
describe('Lists', mobileListsCases);
describe('Answers', mobileAnswersCases);
describe('Step-up', mobileStepUpCases);
describe('Outcomes', mobileOutcomesCases);
describe('Standing', mobileStandingCases);
describe('Live', mobileLiveCases);
describe('Sockets', mobileSocketsCases);
describe('Slow readers', mobileSlowReadersCases);
describe('App', phoneAppCases);
