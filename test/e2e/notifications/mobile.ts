import type { TestApplication } from '../../support/application.js';

/** The one application of all cases of the mobile surface. */
export const mobile: { running: TestApplication } = { running: undefined as never };
