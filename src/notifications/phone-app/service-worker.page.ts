import { builtAssets, WebAssets } from '../../shared/pages/index.js';
import { APP_ASSETS } from './phone-app.pages.js';

/**
 * The built service worker, with the list of files to cache. Browsers compare its bytes, so a release with other files
 * installs a new worker.
 */
export function serviceWorker(): string {
  const kept = new WebAssets(APP_ASSETS).addresses('app.js', 'app.css');
  return `self.kept = ${JSON.stringify(kept)};\n${builtAssets().textOf('sw.js')}`;
}
