import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { buildIfStale } from './lib/build.mjs';
import { complain } from './lib/complain.mjs';
import { fromRoot } from './lib/root.mjs';

/** The path of Chromium: from the variable CHROMIUM, or where Debian installs it. */
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(chromium)) {
  complain(
    `There is no Chromium at ${chromium}. Install it (Debian: apt-get install chromium), or set CHROMIUM to one.`,
  );
}

await buildIfStale();
const jest = [
  '--max-semi-space-size=64',
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
];
const { status } = spawnSync(
  process.execPath,
  [...jest, '--config', 'test/browser/jest.config.mjs', ...process.argv.slice(2)],
  {
    cwd: fromRoot(),
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: chromium },
  },
);
process.exitCode = status ?? 1;
