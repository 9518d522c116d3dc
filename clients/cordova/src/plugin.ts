import { type Configuration, configure, RdnaClient } from '@countersign/client/cordova';
import { nativeFetch } from './native-fetch.js';
import { systemBrowser } from './system-browser.js';

/** What the phone gives. An app may say the rest, or have it in the profile that it passes to `initialize`. */
const ready: Configuration = { fetch: nativeFetch, browse: systemBrowser };
configure(ready);

/** The object of the original plugin, and `configure`. */
const plugin = {
  ...RdnaClient,
  configure: (configuration: Partial<Configuration>): void => configure({ ...ready, ...configuration }),
};

export default plugin;
