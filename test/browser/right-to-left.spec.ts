import { misfits } from '../support/page-checks/fit.js';
import { wrongOnPhone } from '../support/page-checks/looks.js';
import { differentStates } from '../support/page-states/page-states.js';
import { setScene, type Scene } from '../support/page-states/scene.js';
import { SharedBrowser } from '../support/page-states/shared-browser.js';

let scene: Scene;
let browser: SharedBrowser;
beforeAll(async () => {
  scene = await setScene();
  browser = new SharedBrowser(scene.bank, 'ar');
});
afterAll(() => scene.close());

it.each(differentStates)('A page has nothing wrong for axe in Arabic either, and fits: %s', async (_name, open) => {
  const { page } = await browser.visitor();
  await open(scene, page);
  expect(await wrongOnPhone(page)).toEqual([]);
  expect(await misfits(page)).toEqual([]);
});
