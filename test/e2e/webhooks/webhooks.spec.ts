import { WebhookScene } from '../../support/webhooks.js';
import { deliveriesCases } from './deliveries.cases.js';

let scene: WebhookScene;

beforeAll(async () => {
  scene = await WebhookScene.open();
});
afterEach(() => scene.clear());
afterAll(() => scene.close());

describe('Webhooks: deliveries', () => deliveriesCases(() => scene));
