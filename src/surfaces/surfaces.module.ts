import { Module, type Provider } from '@nestjs/common';
import cluster from 'node:cluster';
import { OperationsModule } from '../shared/observability/index.js';
import { assetsControllerAt, DOCUMENT_ASSETS, HostedPagesModule } from '../shared/pages/index.js';
import { ConsoleAddressController, ShellController } from './console/shell.controller.js';
import { CONSOLE_ASSETS } from './console/shell.page.js';
import { HealthController } from './operations/health.controller.js';
import { MetricsController } from './operations/metrics.controller.js';
import { ProcessReports, Reports, ProgramReports } from './operations/reports.adapter.js';
import { AgentsController } from './pages/agents.controller.js';
import { ApiDocuments } from './pages/api-documents.js';
import { DocsController } from './pages/docs.controller.js';
import { GuideController } from './pages/guide.controller.js';
import { RootController } from './pages/root.controller.js';
import { languages } from './pages/root.words.js';
import { SurfaceController } from './pages/surface.controller.js';

/** The page at the root of each surface. It is self-contained, so that no surface needs a route for a style sheet. */
const pagesOfRoots = HostedPagesModule.selfContained(({ authUrl }) => ({
  context: 'root',
  url: authUrl,
  languages,
  isExpired: () => false,
  pageOfForm: (path) => path,
}));

/** The documents of the surfaces about themselves. */
const pages: Provider[] = [ApiDocuments];

/** Routes of the operations surface for load balancers and scrapers of metrics. */
const probes: Provider[] = [{ provide: Reports, useClass: cluster.isWorker ? ProgramReports : ProcessReports }];

/** Routes of the surfaces themselves: their roots and documents, the console, and the probes. */
@Module({
  imports: [OperationsModule, pagesOfRoots],
  controllers: [
    RootController,
    SurfaceController,
    DocsController,
    GuideController,
    AgentsController,
    assetsControllerAt(DOCUMENT_ASSETS),
    ShellController,
    ConsoleAddressController,
    assetsControllerAt(CONSOLE_ASSETS),
    HealthController,
    MetricsController,
  ],
  providers: [...pages, ...probes],
})
export class SurfacesModule {}
