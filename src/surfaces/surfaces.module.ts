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

/** The pages at `/` of the listeners. Their styles are inline, so that no listener needs a route for a style sheet. */
const pagesOfRoots = HostedPagesModule.selfContained(({ authUrl }) => ({
  context: 'root',
  url: authUrl,
  languages,
  isExpired: () => false,
  pageOfForm: (path) => path,
}));

/** The OpenAPI documents of all listeners. */
const pages: Provider[] = [ApiDocuments];

/** Provides health and metrics for the routes that load balancers and metrics scrapers call. */
const probes: Provider[] = [{ provide: Reports, useClass: cluster.isWorker ? ProgramReports : ProcessReports }];

/** The routes that describe and monitor the listeners, and the HTML document of the console. */
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
