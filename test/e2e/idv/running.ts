import { startTestApplication, type TestApplication } from '../../support/application.js';

let application: TestApplication;
beforeAll(async () => {
  application = await startTestApplication();
});
afterAll(() => application.close());

/** One application for all files here that import this and are run together. */
export const running = (): TestApplication => application;
