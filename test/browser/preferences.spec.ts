import { Bank } from '../support/bank.js';

describe('A page', () => {
  let bank: Bank;
  beforeAll(async () => {
    bank = await Bank.open();
  });
  afterAll(() => bank.close());

  it('does not move for people whom that makes ill', async () => {
    const moving = async (reducedMotion: 'reduce' | 'no-preference') => {
      const { page, context } = await bank.visitor({ reducedMotion });
      await page.goto(bank.entrance());
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
    const { page, context } = await bank.visitor({ forcedColors: 'active' });
    await page.goto(bank.entrance());
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
});
