import { startTestApplication } from '../../support/application.js';
import { mobile } from './mobile.js';
import { mobileDevicesCases } from './mobile-devices.cases.js';
import { mobileHttpCases } from './mobile-http.cases.js';
import { mobileSocketsCases } from './mobile-sockets.cases.js';

beforeAll(async () => {
  mobile.running = await startTestApplication();
});
afterAll(() => mobile.running.close());

describe('HTTP', mobileHttpCases);
describe('Devices', mobileDevicesCases);
describe('Sockets', mobileSocketsCases);
