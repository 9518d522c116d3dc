import { errors } from 'oidc-provider';
import { HostedPagesModule } from '../../shared/pages/index.js';
import { ACCOUNT } from '../account/views/account-url.js';
import { languages } from './words/languages.js';

const INTERACTION = /^\/service\/interaction\/[^/]+(\/activate)?/;

/** Settings shared by all hosted pages of this context, including those of the protocol engine. */
export const pagesOfAuth = HostedPagesModule.with('/service/assets', ({ authUrl }) => ({
  context: 'auth',
  url: authUrl,
  languages,
  isExpired: (error) => error instanceof errors.SessionNotFound,
  pageOfForm: (path) => INTERACTION.exec(path)?.[0] ?? ACCOUNT,
  start: ({ accountPage }) => ({ url: ACCOUNT, text: accountPage }),
}));
