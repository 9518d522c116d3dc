import { mkdirSync, writeFileSync } from 'node:fs';
import { pageStates } from '../support/page-states/page-states.js';
import { misfits, misfitsOfLargeText } from '../support/page-checks/fit.js';
import { setScene, type Scene } from '../support/page-states/scene.js';
const FOLDER = process.env['SCREENSHOTS'] ?? '';
const LARGE = process.env['LARGE'] === '1';
const MISFITS = process.env['MISFITS'] === '1';
const DARK = process.env['DARK'] ? 'dark' : 'light';
const SKIP = new RegExp(process.env['SKIP'] ?? '^$');
const ONLY = new RegExp(process.env['ONLY'] ?? '.');
const locale = process.env['LANG1'] ?? 'ar';
let scene: Scene;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  scene = await setScene();
});
afterAll(() => scene.close());
it('pages', async () => {
  const failed: string[] = [];
  for (const [name, open] of pageStates) {
    if (SKIP.test(name) || !ONLY.test(name)) continue;
    const { page, context, complaints } = await scene.bank.visitor({
      locale,
      viewport: { width: 360, height: 740 },
      colorScheme: DARK as any,
    });
    context.setDefaultTimeout(15_000);
    const at = Date.now();
    try {
      await open(scene, page);
      await page.waitForTimeout(100);
      if (MISFITS) {
        const f = [...(await misfitsOfLargeText(page)), ...(await misfits(page))];
        if (f.length) failed.push(`${name}: ${f.join(' | ')}`);
        await page.setViewportSize({ width: 360, height: 740 });
        await page.evaluate('document.adoptedStyleSheets = []');
      }
      if (LARGE) {
        await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
        await page.waitForTimeout(50);
      }
    } catch (error) {
      failed.push(`${name}: ${String(error)}`.slice(0, 400));
    }
    try {
      await page.screenshot({
        path: `${FOLDER}/${name}-${locale}-${DARK}${LARGE ? '-large' : ''}.png`,
        fullPage: true,
      });
    } catch (e) {
      failed.push(`${name} shot ${String(e)}`.slice(0, 200));
    }
    if (complaints.length) failed.push(`${name} says ${complaints.join(' | ')}`.slice(0, 500));
    await context.close().catch(() => undefined);
    process.stdout.write(`${name} ${Date.now() - at}\n`);
    writeFileSync(`${FOLDER}/failed.txt`, failed.join('\n'));
  }
}, 580_000);
