import { HostedPagesModule } from '../../shared/pages/index.js';
import { languages } from './words/languages.words.js';

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
