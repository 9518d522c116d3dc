import { Module } from '@nestjs/common';
import { assetsControllerAt } from '../../shared/pages/assets.controller.js';
import { DOCUMENT_ASSETS } from '../../shared/pages/document.page.js';
import { ApiDocuments } from './api-documents.js';
import { DocsController } from './docs.controller.js';
import { SurfaceController } from './surface.controller.js';

/** What the surfaces say about themselves. */
@Module({
  controllers: [SurfaceController, DocsController, assetsControllerAt(DOCUMENT_ASSETS)],
  providers: [ApiDocuments],
})
export class PagesModule {}
