import { type Configuration, configure, RdnaClient } from '@countersign/client/cordova';
import { nativeFetch } from './native-fetch.js';
import { systemBrowser } from './system-browser.js';

/**
 * The settings that this plugin provides. The app passes all other settings to `configure`, or in the connection
 * profile that it gives to `initialize`.
 */
const ready: Configuration = { fetch: nativeFetch, browse: systemBrowser };
configure(ready);

/** The object that apps know from the plugin which this one replaces, with the additional function `configure`. */
const plugin = {
  ...RdnaClient,
  configure: (configuration: Partial<Configuration>): void => configure({ ...ready, ...configuration }),
};

export default plugin;
