import { HostedPagesModule } from '../../shared/pages/index.js';
import { languages } from './words/languages.words.js';

/**
 * The page on which anyone can verify the evidence of a signed answer. It has the same origin as the published keys,
 * and uses the language that the visitor chose on other hosted pages of that origin.
 */
export const pagesOfEvidence = HostedPagesModule.selfContained(({ authUrl }) => ({
  context: 'auth',
  url: authUrl,
  languages,
  needs: 'evidence',
  isExpired: () => false,
  pageOfForm: (path) => path,
}));
