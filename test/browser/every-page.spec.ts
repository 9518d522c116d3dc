import { misfits, misfitsOfLargeText } from '../support/page-checks/fit.js';
import { wrongInAnyLook } from '../support/page-checks/looks.js';
import { differentStates, pageStates } from '../support/page-states/page-states.js';
import { setScene, type Scene } from '../support/page-states/scene.js';
import { SharedBrowser } from '../support/page-states/shared-browser.js';
import { walk } from '../support/page-checks/walk.js';
import type { Visitor } from '../support/bank.js';

let scene: Scene;
let browser: SharedBrowser;
beforeAll(async () => {
  scene = await setScene();
  browser = new SharedBrowser(scene.bank, 'de'); // has the longest words
});
afterAll(() => scene.close());

/** What these states are about. */
const OWN: Readonly<Record<string, RegExp>> = {
  'activate-no-passkey': /ERR_FAILED/,
  'login-no-passkey': /ERR_FAILED/,
  'idv-offline': /ERR_INTERNET_DISCONNECTED/,
};

/** Each line of the accessibility tree that names something to use: `- button "Sign in"`. */
const controlsIn = (tree: string): string[] =>
  tree.split('\n').flatMap((line) => /- ((?:button|link|textbox) "[^"]+")/.exec(line)?.[1] ?? []);

const isDifferent = (name: string): boolean => differentStates.some(([different]) => different === name);

describe.each(pageStates)('The page %s', (name, open) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await browser.visitor();
    await open(scene, visitor.page);
    const isWaiting = (await visitor.page.$('[data-version]')) !== null; // and has a request open as long as it waits
    await visitor.page.waitForLoadState(isWaiting ? 'load' : 'networkidle');
  });

  it('breaks none of its own rules, and no script of it fails', () => {
    const own = OWN[name];
    expect(visitor.complaints.filter((complaint) => !own?.test(complaint))).toEqual([]);
  });

  it('has one title, its parts, and a name of its own for everything that can be used', async () => {
    const tree = await visitor.page.locator('body').ariaSnapshot();
    expect(tree.match(/- heading .* \[level=1\]/g)).toHaveLength(1);
    expect(tree).toMatch(/^- banner: Meridian Bank\n- main:/);
    const controls = controlsIn(tree).filter((control) => control !== 'button "Passwort anzeigen"');
    expect(new Set(controls).size).toBe(controls.length);
    expect(tree).not.toMatch(/- (button|link|textbox)( \[|:|$)/m); // without a name
  });

  it('is gone through by keyboard in the order of its text, and shows where one is', async () => {
    const anyKeyCloses = (await visitor.page.$('dialog[open]')) !== null;
    const stops = anyKeyCloses ? [] : await walk(visitor.page);
    expect(stops).toEqual(stops.map((_, index) => ({ index, outline: 'solid 2px' })));
  });

  it('has nothing wrong for axe in any look, fits when it is enlarged or set wide, and is large enough to hit', async () => {
    expect(isDifferent(name) ? await wrongInAnyLook(visitor.page) : []).toEqual([]);
    expect(await misfitsOfLargeText(visitor.page)).toEqual([]);
    expect(await misfits(visitor.page)).toEqual([]);
  });
});
