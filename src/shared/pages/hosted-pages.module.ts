import { Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { assetsControllerAt } from './assets.controller.js';
import { FormGuard } from './form-guard.service.js';
import { PageSender } from './page-sender.service.js';
import { PAGES, type PagesOptions } from './pages-options.js';

/** What the pages of a context share, each context with its own languages, cookies and addresses. */
@Module({})
export class HostedPagesModule {
  static with(assets: string, options: (config: Config) => Omit<PagesOptions, 'assets'>): DynamicModule {
    const services = [
      { provide: PAGES, inject: [CONFIG], useFactory: (config: Config) => ({ ...options(config), assets }) },
      FormGuard,
      PageSender,
    ];
    const controllers = [assetsControllerAt(assets)];
    return { module: HostedPagesModule, controllers, providers: services, exports: services };
  }
}
