import { Module } from '@nestjs/common';
import { assetsControllerAt, DOCUMENT_ASSETS, HostedPagesModule } from '../../shared/pages/index.js';
import { ApiDocuments } from './api-documents.js';
import { DocsController } from './docs.controller.js';
import { AgentsController } from './agents.controller.js';
import { GuideController } from './guide.controller.js';
import { RootController } from './root.controller.js';
import { languages } from './root.words.js';
import { SurfaceController } from './surface.controller.js';

/** The page at the root of each surface. It is self-contained, so that no surface needs a route for a style sheet. */
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
    AgentsController,
    assetsControllerAt(DOCUMENT_ASSETS),
  ],
  providers: [ApiDocuments],
})
export class PagesModule {}
