import type { SurfaceName } from '../../../src/shared/http/index.js';
import { send, someId, type PageState } from './scene.js';

const root =
  (surface: SurfaceName): PageState =>
  ({ bank }, page) =>
    page.goto(bank.running.url(surface, '/'));

export const troubleStates = {
  'root-auth': root('auth'),
  'root-management': root('management'),
  'root-idv': root('idv'),
  'root-mobile': root('mobile'),
  'root-ops': root('ops'),
  error: ({ bank }, page) => page.goto(bank.entrance(bank.online, { redirect_uri: 'https://evil.example/' })),
  'error-unknown-client': ({ bank }, page) => page.goto(bank.entrance(bank.online, { client_id: 'nobody' })),
  expired: ({ bank }, page) => page.goto(bank.address('/service/interaction/gone')),
  forged: async ({ bank }, page) => {
    await page.goto(bank.entrance());
    await page.locator('form[action$="/login"] [name=csrf]').evaluate((input) => input.setAttribute('value', 'forged'));
    await send(page, '/login', { login: 'x', password: 'y' });
    await page.waitForSelector('.symbol.stop');
  },
  'too-many': async ({ troubled }, page) => {
    await page.goto(troubled.entrance());
    for (let i = 0; i < 2 && !(await page.$('.symbol')); i++) {
      await send(page, '/login', { login: someId(), password: 'not the password' });
      await page.waitForSelector('.symbol, .note.bad');
    }
    await page.waitForSelector('.symbol.wait');
  },
  unavailable: async ({ troubled, cable }, page) => {
    await page.goto(troubled.entrance());
    await cable.pull();
    await page.reload();
    await page.waitForSelector('.symbol.wait');
    await cable.plug();
  },
} satisfies Record<string, PageState>;
