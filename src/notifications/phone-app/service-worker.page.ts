import { builtAssets, WebAssets } from '../../shared/pages/index.js';
import { APP_ASSETS } from './phone-app.pages.js';

/**
 * The built worker, with the list of files to keep. Browsers find a new one by comparing bytes, so a release with other
 * scripts has another worker.
 */
export function serviceWorker(): string {
  const kept = new WebAssets(APP_ASSETS).addresses('app.js', 'app.css');
  return `self.kept = ${JSON.stringify(kept)};\n${builtAssets().textOf('sw.js')}`;
}
