import { startTestApplication, type TestApplication } from '../application.js';

let application: TestApplication;
beforeAll(async () => {
  application = await startTestApplication({
    env: { SURFACES: 'management', IDV_READING_MS: '10000', IDV_REVIEW_FOUR_EYES: 'true' },
  });
});
afterAll(() => application.close());

/** The application that all specs of one run share. */
export const running = (): TestApplication => application;
