import { HostedPagesModule } from '../shared/pages/hosted-pages.module.js';
import { languages } from './controllers/pages/words/languages.js';
import { languages as languagesOfApp } from './controllers/phone-app/words.js';

/**
 * The page that verifies evidence, on the listener that publishes the keys. It shares the chosen language with the pages
 * of that listener.
 */
export const pagesOfEvidence = HostedPagesModule.selfContained(({ authUrl }) => ({
  context: 'auth',
  url: authUrl,
  languages,
  needs: 'evidence',
  isExpired: () => false,
  pageOfForm: (path) => path,
}));

export const APP = '/app/';
export const APP_ASSETS = '/app/assets';

/** What the shell of the app and its error pages share. */
export const pagesOfApp = HostedPagesModule.with(APP_ASSETS, ({ mobileUrl }) => ({
  context: 'mobile',
  url: mobileUrl,
  languages: languagesOfApp,
  noReferrer: true,
  isExpired: () => false,
  pageOfForm: () => APP,
}));
