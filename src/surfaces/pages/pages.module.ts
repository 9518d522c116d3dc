import { Module } from '@nestjs/common';
import { assetsControllerAt, DOCUMENT_ASSETS, HostedPagesModule } from '../../shared/pages/index.js';
import { ApiDocuments, SurfaceController } from './surface.controller.js';
import { DocsController } from './docs.controller.js';
import { GuideController } from './guide.controller.js';
import { RootController } from './root.controller.js';
import { languages } from './root.words.js';

/** Each is one file: no surface needs a path for its style sheet. */
const pagesOfRoots = HostedPagesModule.selfContained(({ authUrl }) => ({
  context: 'root',
  url: authUrl,
  languages,
  isExpired: () => false,
  pageOfForm: (path) => path,
}));

/** The documents of the surfaces about themselves. */
@Module({
  imports: [pagesOfRoots],
  controllers: [
    RootController,
    SurfaceController,
    DocsController,
    GuideController,
    assetsControllerAt(DOCUMENT_ASSETS),
  ],
  providers: [ApiDocuments],
})
export class PagesModule {}
