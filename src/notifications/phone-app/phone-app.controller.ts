import { Controller, Get, Header, Inject, Param, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type AppClient, AppClients, appUrl } from '../../auth/contract/index.js';
import { CONFIG, type Config } from '../../config.js';
import { issuerOf, WithoutToken } from '../../shared/auth-guard/index.js';
import { contentSecurityPolicy, framerOf, Throws } from '../../shared/http/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { brandIcon, Brands, iconNames, PageErrors, PageSender } from '../../shared/pages/index.js';
import { APP } from './phone-app.pages.js';
import { appManifest } from './manifest.page.js';
import { type AppSettings, headersOf, phoneAppPage, serviceWorker } from './phone-app.page.js';
import type { Words } from './phone-app.words.js';

const A_WHILE = 'public, max-age=3600';
const CLIENT_DAYS = 365;
/**
 * The content security policy of the service worker. It restricts the worker's requests, to which the policy of the
 * page does not apply.
 */
const WORKER_POLICY = contentSecurityPolicy({ 'connect-src': ["'self'"], 'form-action': ["'none'"] });
/** Client ids that may be stored in a cookie. */
const COOKIE_TEXT = /^[\w.-]+$/;

/**
 * Serves the web app that anyone can open and install on a phone. The app calls the mobile operations like any other
 * client.
 */
@ApiExcludeController()
@UseFilters(PageErrors)
@Throws(KernelErrors.notFound, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('an app for everyone; what it shows it asks for with a token')
@Controller()
export class PhoneAppController {
  constructor(
    private readonly clients: AppClients,
    private readonly brands: Brands,
    private readonly pages: PageSender<Words>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Serves the page of the app. The client id in the link is stored in a cookie, so that later visits need no query
   * parameter.
   */
  @Get('app{/}')
  async shell(@Query('client') asked: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    if (!request.path.endsWith('/')) {
      response.redirect(308, `${APP}${request.originalUrl.slice(request.path.length)}`);
      return;
    }
    const client = await this.clients.find(typeof asked === 'string' ? asked : this.pages.cookie(request, 'client'));
    if (client && client.clientId === asked && COOKIE_TEXT.test(client.clientId)) {
      this.pages.setCookie(response, 'client', client.clientId, CLIENT_DAYS);
    }
    const setting = await this.pages.settingFor(request, client);
    const settings = this.#settingsFor(client);
    response.set(headersOf(setting, settings, framerOf(this.config))).send(phoneAppPage(setting, settings));
  }

  @Get('app/manifest.webmanifest')
  @Header('Content-Type', 'application/manifest+json; charset=utf-8')
  @Header('Cache-Control', A_WHILE)
  async manifest(@Query('client') asked: unknown, @Req() request: Request): Promise<string> {
    const client = await this.#clientOf(asked);
    return JSON.stringify(appManifest(await this.pages.settingFor(request, client), client?.clientId));
  }

  @Get('app/icons/:name.png')
  @Header('Content-Type', 'image/png')
  @Header('Cache-Control', A_WHILE)
  async icon(@Param('name') asked: string, @Query('client') id: unknown, @Res() response: Response): Promise<void> {
    const name = iconNames.find((one) => one === asked);
    if (!name) throw KernelErrors.notFound();
    const { color } = await this.brands.of((await this.#clientOf(id))?.enterpriseId);
    response.send(await brandIcon(name, color));
  }

  @Get('app/sw.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', 'no-cache')
  @Header('Content-Security-Policy', WORKER_POLICY)
  worker(): string {
    return serviceWorker();
  }

  #clientOf(asked: unknown): Promise<AppClient | undefined> {
    return this.clients.find(typeof asked === 'string' ? asked : undefined);
  }

  #settingsFor(client: AppClient | undefined): AppSettings {
    const { authUrl, mobileUrl, vapidPublicKey, vapidPrivateKey } = this.config;
    return {
      issuer: issuerOf(this.config),
      accountUrl: client?.accountUrl ?? `${authUrl}/service/account/`,
      mobileUrl,
      redirectUri: appUrl(this.config),
      clientId: client?.clientId,
      vapidPublicKey: vapidPrivateKey === undefined ? undefined : vapidPublicKey,
    };
  }
}
