import { WebhookScene } from '../../support/webhooks.js';
import { callbacksCases } from './callbacks.cases.js';
import { deliveriesCases } from './deliveries.cases.js';
import { endpointsCases } from './endpoints.cases.js';
import { guideCases } from './guide.cases.js';
import { isolationCases } from './isolation.cases.js';
import { processesCases } from './processes.cases.js';
import { receiversCases } from './receivers.cases.js';
import { upkeepCases } from './upkeep.cases.js';
import { usersCases } from './users.cases.js';

let scene: WebhookScene;

beforeAll(async () => {
  scene = await WebhookScene.open();
});
afterEach(() => scene.clear());
afterAll(() => scene.close());

describe('Webhooks: deliveries', () => deliveriesCases(() => scene));
describe('Webhooks: endpoints', () => endpointsCases(() => scene));
describe('Webhooks: users', () => usersCases(() => scene));
describe('Webhooks: receivers', () => receiversCases(() => scene));
describe('Webhooks: isolation', () => isolationCases(() => scene));
describe('Webhooks: upkeep', () => upkeepCases(() => scene));
describe('Webhooks: callbacks', () => callbacksCases(() => scene));
describe('Webhooks: processes', processesCases);
describe('Webhooks: guide', () => guideCases(() => scene));
