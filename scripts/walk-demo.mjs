import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, firefox } from 'playwright-core';
import { buildIfStale } from './lib/build.mjs';
import { walkDemo } from './lib/demo/default-buttons.mjs';
import { freePorts } from './lib/free-ports.mjs';
import { fromRoot } from './lib/root.mjs';
import { RunningProgram } from './lib/running-program.mjs';

/**
 * Walks through the demo by its default buttons, from "Open my account" to "Evidence verified", at 1366 × 768, in
 * Chromium and Firefox, and prints the seconds of each step. Run: `npm run walk-demo`, or with the address of a running
 * demo, `npm run walk-demo -- http://localhost:8008`. `--browser firefox` uses one browser only, `--pictures folder`
 * sets the folder for the screenshots. CHROMIUM and FIREFOX set the paths of the browsers.
 */
const { values, positionals } = parseArgs({
  options: { browser: { type: 'string' }, pictures: { type: 'string' } },
  allowPositionals: true,
});

const VIEW = { width: 1366, height: 768 };
const LIMIT_S = 300;
const { CHROMIUM = '/usr/bin/chromium', FIREFOX = '/usr/bin/firefox-esr' } = process.env;

const BROWSERS = {
  chromium: () => chromium.launch({ executablePath: CHROMIUM, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] }),
  firefox: () =>
    firefox.launch({
      channel: 'moz-firefox',
      executablePath: fromRoot('test/support/firefox/launcher.mjs'),
      env: { ...process.env, FIREFOX },
    }),
};

const folder = mkdtempSync(join(tmpdir(), 'countersign-walk-'));
const pictures = values.pictures ?? folder;
mkdirSync(pictures, { recursive: true });
let program;
try {
  if (positionals.length === 0) program = await startDemo();
  const address = positionals[0] ?? program.address;
  const walked = {};
  for (const name of Object.keys(BROWSERS))
    if (name === (values.browser ?? name)) walked[name] = await walkIn(name, address);
  print(walked);
  const slow = Object.entries(walked).find(([, { all }]) => all > LIMIT_S);
  if (slow) throw new Error(`The walk in ${slow[0]} took longer than ${LIMIT_S} s.`);
} finally {
  await program?.end();
  rmSync(join(folder, 'data'), { recursive: true, force: true });
}
// Removed only after success: a failed walk keeps its log and screenshots.
rmSync(folder, { recursive: true, force: true });

function print(walked) {
  const names = Object.keys(walked);
  console.log(['seconds'.padEnd(24), ...names.map((name) => name.padStart(9))].join(' '));
  for (const step of Object.keys(walked[names[0]]))
    console.log([step.padEnd(24), ...names.map((name) => walked[name][step].toFixed(1).padStart(9))].join(' '));
}

/** Starts the program like `npm start` does, but on free ports and with an empty data folder. */
async function startDemo() {
  await buildIfStale();
  const { DEMO } = await freePorts(['DEMO']);
  const started = await RunningProgram.start(join(folder, 'data'), { DEMO: 'on', DEMO_PORT: String(DEMO) });
  return { address: `http://localhost:${DEMO}`, end: () => started.end() };
}

async function walkIn(name, address) {
  const browser = await BROWSERS[name]();
  try {
    const page = await browser.newPage({ viewport: VIEW });
    await page.goto(address);
    return await walkDemo(page, (step) => join(pictures, `${name}-${step}.png`));
  } finally {
    await browser.close();
  }
}
