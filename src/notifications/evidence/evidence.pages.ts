import { HostedPagesModule } from '../../shared/pages/index.js';
import { languages } from './words/languages.words.js';

/**
 * The page that verifies evidence, served where the keys are published. It uses the language that the visitor chose on
 * the other hosted pages at that address.
 */
export const pagesOfEvidence = HostedPagesModule.selfContained(({ authUrl }) => ({
  context: 'auth',
  url: authUrl,
  languages,
  needs: 'evidence',
  isExpired: () => false,
  pageOfForm: (path) => path,
}));
