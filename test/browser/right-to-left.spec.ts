import { misfits } from '../support/page-checks/fit.js';
import { wrongOnPhone } from '../support/page-checks/looks.js';
import { differentStates } from '../support/page-states/page-states.js';
import { setScene, type Scene } from '../support/page-states/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await setScene();
});
afterAll(() => scene.close());

it.each(differentStates)('A page has nothing wrong for axe in Arabic either, and fits: %s', async (_name, open) => {
  const { page, context } = await scene.bank.visitor({ locale: 'ar' });
  await open(scene, page);
  expect(await wrongOnPhone(page)).toEqual([]);
  expect(await misfits(page)).toEqual([]);
  await context.close();
});
