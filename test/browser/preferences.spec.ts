import { misfits } from '../support/page-checks/fit.js';
import { pageStates } from '../support/page-states/page-states.js';
import { setScene, type Scene } from '../support/page-states/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await setScene();
});
afterAll(() => scene.close());

// German has the longest words.
it.each(pageStates)(
  'fits when it is enlarged or set wide, and everything is large enough to hit: %s',
  async (_name, open) => {
    const { page, context } = await scene.bank.visitor({ locale: 'de', bypassCSP: true });
    await open(scene, page);
    expect(await misfits(page)).toEqual([]);
    await context.close();
  },
);

it('does not move for people whom that makes ill', async () => {
  const moving = async (reducedMotion: 'reduce' | 'no-preference') => {
    const { page, context } = await scene.bank.visitor({ reducedMotion });
    await page.goto(scene.bank.entrance());
    const properties = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('button')).transitionProperty`,
    );
    await context.close();
    return properties;
  };
  expect(await moving('no-preference')).toContain('background-color');
  expect(await moving('reduce')).toBe('none');
});

it('has edges, and one button before the others, where the system takes all colours away', async () => {
  const { page, context } = await scene.bank.visitor({ forcedColors: 'active' });
  await page.goto(scene.bank.entrance());
  const edges = await page.evaluate<string[]>(
    `[...document.querySelectorAll('button:not(.link), input.text')].map((element) => getComputedStyle(element).borderTopStyle)`,
  );
  expect(new Set(edges)).toEqual(new Set(['solid']));
  const [ground, text] = await page.evaluate<string[]>(
    `[getComputedStyle(document.querySelector('.actions button')).backgroundColor, getComputedStyle(document.body).color]`,
  );
  expect(ground).toBe(text); // the other way round than all others
  await context.close();
});
