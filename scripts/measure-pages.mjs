import { chromium } from 'playwright-core';
import { complain } from './lib/complain.mjs';

/**
 * Measures pages as a slow phone loads them: `node scripts/measure-pages.mjs https://localhost:9442/docs …`. Each address is
 * opened in a browser with an empty cache. Chromium is found by CHROMIUM.
 */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER_CPU = 4;
const QUIET_MS = 2_000;

const addresses = process.argv.slice(2);
if (addresses.length === 0) complain('Name the addresses of pages, for example https://localhost:9442/docs');

/** Long tasks, and paints, as the page itself sees them. */
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

async function measure(browser, address) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU });
  let [bytes, requests] = [0, 0];
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await page.addInitScript(OBSERVE);
  await page.goto(address, { waitUntil: 'networkidle', timeout: 120_000 });
  await page.waitForTimeout(QUIET_MS);
  const seen = await page.evaluate(() => ({
    ...globalThis.seen,
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    loaded: performance.getEntriesByType('navigation')[0]?.domContentLoadedEventEnd ?? 0,
  }));
  await context.close();
  return {
    page: new URL(address).pathname,
    KB: Math.round(bytes / 1_024),
    requests,
    'first paint s': seconds(seen.first),
    'largest s': seconds(seen.largest),
    'interactive s': seconds(Math.max(seen.loaded, ...seen.tasks.map(({ end }) => end))),
    'blocked ms': Math.round(seen.tasks.reduce((sum, { over }) => sum + over, 0)),
  };
}

const seconds = (ms) => Math.round(ms / 100) / 10;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });
const rows = [];
for (const address of addresses) rows.push(await measure(browser, address));
await browser.close();
console.table(rows);
