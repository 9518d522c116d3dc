import { mkdirSync } from 'node:fs';
import { DESKTOP, PHONE } from '../support/browser.js';
import { pageStates } from '../support/page-states/page-states.js';
import { setScene, type Scene } from '../support/page-states/scene.js';

/** Pictures of every page for people to look at: `SCREENSHOTS=folder npm run test:browser -- gallery`. */
const FOLDER = process.env['SCREENSHOTS'];
const LANGUAGES = (process.env['LANGUAGES'] ?? 'en').split(' ');
const SCHEMES = (process.env['SCHEMES'] ?? 'light dark').split(' ') as ('light' | 'dark')[];
const ONLY = process.env['ONLY']?.split(' ');

let scene: Scene;
beforeAll(async () => {
  scene = await setScene();
});
afterAll(() => scene.close());

(FOLDER ? it : it.skip)(
  'is photographed',
  async () => {
    mkdirSync(FOLDER ?? '', { recursive: true });
    for (const language of LANGUAGES) {
      for (const [name, open] of pageStates.filter(([name]) => !ONLY || ONLY.includes(name))) {
        const { page, context } = await scene.bank.visitor({ locale: language });
        await open(scene, page);
        for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
          await page.setViewportSize(viewport);
          for (const colorScheme of SCHEMES) {
            await page.emulateMedia({ colorScheme });
            await page.screenshot({
              path: `${FOLDER}/${name}-${language}-${device}-${colorScheme}.png`,
              fullPage: true,
            });
          }
        }
        await context.close();
      }
    }
  },
  600_000,
);
