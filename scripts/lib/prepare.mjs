import { existsSync } from 'node:fs';
import { buildIfStale } from './build.mjs';
import { complain } from './complain.mjs';
import { isSupported, supportedVersions } from './node-version.mjs';
import { fromRoot } from './root.mjs';

/** What every command needs before the program itself can be loaded: a Node that runs it, its packages, its build. */
export async function prepare() {
  if (!isSupported(process.versions.node)) {
    complain(`Node ${process.versions.node} does not run Countersign; it needs ${supportedVersions}.`);
  }
  if (!existsSync(fromRoot('node_modules'))) complain('The packages are not installed: run `npm ci` first.');
  await buildIfStale();
}
