import { startTestApplication, type TestApplication } from '../../support/application.js';
import { evidenceCases } from './evidence.cases.js';
import { fourEyesCases } from './four-eyes.cases.js';
import { keptFacesCases } from './kept-faces.cases.js';
import { retentionCases } from './retention.cases.js';
import { sessionsCases } from './sessions.cases.js';

let running: TestApplication;
beforeAll(async () => {
  running = await startTestApplication({ env: { SURFACES: 'management', IDV_REVIEW_FOUR_EYES: 'true' } });
});
afterAll(() => running.close());

evidenceCases(() => running);
sessionsCases(() => running);
retentionCases(() => running);
fourEyesCases(() => running);
keptFacesCases(() => running);
