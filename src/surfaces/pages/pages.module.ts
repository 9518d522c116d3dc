import { Module } from '@nestjs/common';
import { assetsControllerAt } from '../../shared/pages/assets.controller.js';
import { DOCUMENT_ASSETS } from '../../shared/pages/document.page.js';
import { ApiDocuments, SurfaceController } from './surface.controller.js';
import { DocsController } from './docs.controller.js';

/** The documents of the surfaces about themselves. */
@Module({
  controllers: [SurfaceController, DocsController, assetsControllerAt(DOCUMENT_ASSETS)],
  providers: [ApiDocuments],
})
export class PagesModule {}
