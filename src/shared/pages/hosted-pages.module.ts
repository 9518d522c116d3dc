import { Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { framerOf } from '../http/index.js';
import { assetsControllerAt } from './assets.controller.js';
import { FormGuard } from './form-guard.service.js';
import { PageSender } from './page-sender.service.js';
import { PAGES, type PagesOptions } from './pages-options.js';

type OptionsOf = (config: Config) => Omit<PagesOptions, 'assets'>;

/**
 * Services for the HTML pages of one context, such as `auth` or `idv`. Each context has its own languages, cookies and
 * URLs.
 */
@Module({})
export class HostedPagesModule {
  static with(assets: string, options: OptionsOf): DynamicModule {
    return moduleWith(options, assets);
  }

  /**
   * The module for pages that contain their scripts and styles, so that browsers can save them and open them offline.
   */
  static selfContained(options: OptionsOf): DynamicModule {
    return moduleWith(options);
  }
}

function moduleWith(options: OptionsOf, assets?: string): DynamicModule {
  const useFactory = (config: Config): PagesOptions => ({
    ...options(config),
    ...(assets !== undefined && { assets, framedBy: framerOf(config) }),
  });
  const services = [{ provide: PAGES, inject: [CONFIG], useFactory }, FormGuard, PageSender];
  const controllers = assets === undefined ? [] : [assetsControllerAt(assets)];
  return { module: HostedPagesModule, controllers, providers: services, exports: services };
}
