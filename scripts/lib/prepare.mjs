import { existsSync } from 'node:fs';
import { buildIfStale } from './build.mjs';
import { complain } from './complain.mjs';
import { isSupported, supportedVersions } from './node-version.mjs';
import { fromRoot } from './root.mjs';

/** Checks the Node version and the installed packages, and builds the program: every command needs them. */
export async function prepare() {
  if (!isSupported(process.versions.node)) {
    complain(`Node ${process.versions.node} does not run Countersign; it needs ${supportedVersions}.`);
  }
  if (!existsSync(fromRoot('node_modules'))) complain('The packages are not installed: run `npm ci` first.');
  await buildIfStale();
}
