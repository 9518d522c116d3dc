import { startTestApplication, type TestApplication } from '../application.js';

let application: TestApplication;
beforeAll(async () => {
  application = await startTestApplication({
    env: { SURFACES: 'management', IDV_READING_MS: '10000', IDV_REVIEW_FOUR_EYES: 'true' },
  });
});
afterAll(() => application.close());

/** One application for all specs that import this and are run together. */
export const running = (): TestApplication => application;
