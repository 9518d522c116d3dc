import { WebhookScene } from '../../support/webhooks.js';
import { callbacksCases } from './callbacks.cases.js';
import { deliveriesCases } from './deliveries.cases.js';
import { endpointsCases } from './endpoints.cases.js';
import { guideCases } from './guide.cases.js';
import { isolationCases } from './isolation.cases.js';
import { namesCases, NamesOfTest } from './names.cases.js';
import { processesCases } from './processes.cases.js';
import { receiversCases } from './receivers.cases.js';
import { upkeepCases } from './upkeep.cases.js';
import { usersCases } from './users.cases.js';

let scene: WebhookScene;
let names: NamesOfTest;

beforeAll(async () => {
  names = await NamesOfTest.open();
  scene = await WebhookScene.open({ env: names.env });
});
afterEach(() => scene.clear());
afterAll(async () => {
  await scene.close();
  await names.close();
});

describe('Webhooks: deliveries', () => deliveriesCases(() => scene));
describe('Webhooks: endpoints', () => endpointsCases(() => scene));
describe('Webhooks: users', () => usersCases(() => scene));
describe('Webhooks: receivers', () => receiversCases(() => scene));
describe('Webhooks: isolation', () => isolationCases(() => scene));
describe('Webhooks: names', () =>
  namesCases(
    () => scene,
    () => names,
  ));
describe('Webhooks: upkeep', () => upkeepCases(() => scene));
describe('Webhooks: callbacks', () => callbacksCases(() => scene));
describe('Webhooks: processes', processesCases);
describe('Webhooks: guide', () => guideCases(() => scene));
