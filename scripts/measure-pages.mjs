import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { complain } from './lib/complain.mjs';

/**
 * Measures pages as a slow phone loads them: `node scripts/measure-pages.mjs https://localhost:9442/docs …`. Each page
 * is opened with an empty cache. KB counts the bytes on the network, compressed and with headers. Pages of the console
 * need a signed-in operator: `--operator` takes the link for a first sign-in, which the first start or the
 * command `operator create` prints. `--at-most 110` fails if a page has more KB. CHROMIUM sets the path of the browser.
 */
const { values, positionals: addresses } = parseArgs({
  options: { operator: { type: 'string' }, 'at-most': { type: 'string', default: 'Infinity' } },
  allowPositionals: true,
});
if (addresses.length === 0) complain('Name the addresses of pages, for example https://localhost:9442/docs');

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER_CPU = 4;
const QUIET_MS = 2_000;

/** Runs in the page, and collects its long tasks and the time of its largest paint. */
const OBSERVE = () => {
  globalThis.seen = { tasks: [], largest: 0 };
  const { tasks } = globalThis.seen;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      tasks.push({ end: startTime + duration, over: duration - 50 });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) globalThis.seen.largest = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
};

/** Opens the link for a first sign-in and creates a passkey, which signs the operator in to the console. */
async function signIn(browser, link) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await page.goto(link);
  await page.getByRole('button', { name: /passkey/i }).click();
  await page.getByRole('navigation').first().waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

async function measure(browser, address, storageState) {
  const phone = { ignoreHTTPSErrors: true, viewport: { width: 390, height: 844 } };
  const context = await browser.newContext({ ...phone, storageState });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU });
  const bytes = new Map();
  let changed = Date.now();
  const count = (requestId, length) => {
    bytes.set(requestId, length);
    changed = Date.now();
  };
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => count(requestId, encodedDataLength));
  // The request of an event stream never finishes, so its bytes are counted as they arrive.
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    count(requestId, (bytes.get(requestId) ?? 0) + encodedDataLength),
  );
  await page.addInitScript(OBSERVE);
  await page.goto(address, { timeout: 120_000 });
  while (Date.now() - changed < QUIET_MS) await page.waitForTimeout(QUIET_MS / 4);
  const seen = await page.evaluate(() => ({
    ...globalThis.seen,
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    loaded: performance.getEntriesByType('navigation')[0]?.domContentLoadedEventEnd ?? 0,
  }));
  await context.close();
  return {
    page: new URL(address).pathname,
    KB: Math.round([...bytes.values()].reduce((sum, one) => sum + one, 0) / 1_024),
    requests: bytes.size,
    'first paint s': seconds(seen.first),
    'largest s': seconds(seen.largest),
    'interactive s': seconds(Math.max(seen.loaded, ...seen.tasks.map(({ end }) => end))),
    'blocked ms': Math.round(seen.tasks.reduce((sum, { over }) => sum + over, 0)),
  };
}

const seconds = (ms) => Math.round(ms / 100) / 10;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });
const rows = [];
try {
  const state = values.operator && (await signIn(browser, values.operator));
  for (const address of addresses) rows.push(await measure(browser, address, state));
} finally {
  await browser.close();
}
console.table(rows);
const heavy = rows.find(({ KB }) => KB > Number(values['at-most']));
if (heavy) complain(`${heavy.page} has ${heavy.KB} KB, more than ${values['at-most']}.`);
