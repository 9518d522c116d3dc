import { startTestApplication, type TestApplication } from '../../support/application.js';
import { evidenceCases } from './evidence.cases.js';
import { fourEyesCases } from './four-eyes.cases.js';
import { httpVendorCases } from './http-vendor.cases.js';
import { keptFacesCases } from './kept-faces.cases.js';
import { liveDocumentsCases } from './live-documents.cases.js';
import { retentionCases } from './retention.cases.js';
import { sessionsCases } from './sessions.cases.js';

let running: TestApplication;
beforeAll(async () => {
  const env = { SURFACES: 'management', IDV_READING_MS: '10000', IDV_REVIEW_FOUR_EYES: 'true' };
  running = await startTestApplication({ env });
});
afterAll(() => running.close());

evidenceCases(() => running);
sessionsCases(() => running);
retentionCases(() => running);
liveDocumentsCases(() => running);
fourEyesCases(() => running);
keptFacesCases(() => running);
httpVendorCases();
