import { HostedPagesModule } from '../../shared/pages/index.js';
import { languages } from './phone-app.words.js';

export const APP = '/app/';
export const APP_ASSETS = '/app/assets';

/** Settings of the app's page and its error pages. */
export const pagesOfApp = HostedPagesModule.with(APP_ASSETS, ({ mobileUrl }) => ({
  context: 'mobile',
  url: mobileUrl,
  languages,
  noReferrer: true,
  isExpired: () => false,
  pageOfForm: () => APP,
}));
