import { HostedPagesModule } from '../../shared/pages/index.js';
import { languages } from './words/languages.js';
import { SESSION } from './views/step.view.js';

/** Settings shared by all pages of this context. */
export const pagesOfIdv = HostedPagesModule.with('/IdvWebServer/assets', ({ idvUrl }) => ({
  context: 'idv',
  url: idvUrl,
  languages,
  needs: 'idv',
  noReferrer: true,
  isExpired: () => false,
  pageOfForm: () => SESSION,
}));
