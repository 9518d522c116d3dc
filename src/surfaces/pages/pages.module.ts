import { Module } from '@nestjs/common';
import { ApiDocuments } from './api-documents.js';
import { DocsController } from './docs.controller.js';
import { SurfaceController } from './surface.controller.js';

/** What the surfaces say about themselves. */
@Module({ controllers: [SurfaceController, DocsController], providers: [ApiDocuments] })
export class PagesModule {}
