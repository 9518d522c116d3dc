import { errors } from 'oidc-provider';
import { HostedPagesModule } from '../shared/pages/hosted-pages.module.js';
import { ACCOUNT } from './controllers/pages/views/account/account-url.js';
import { languages } from './controllers/pages/words/languages.js';

const INTERACTION = /^\/service\/interaction\/[^/]+(\/activate)?/;

/** What the pages of this context share with each other. The protocol engine sends pages, too. */
export const pagesOfAuth = HostedPagesModule.with('/service/assets', ({ authUrl }) => ({
  context: 'auth',
  url: authUrl,
  languages,
  isExpired: (error) => error instanceof errors.SessionNotFound,
  pageOfForm: (path) => INTERACTION.exec(path)?.[0] ?? ACCOUNT,
  start: ({ accountPage }) => ({ url: ACCOUNT, text: accountPage }),
}));
