import { Inject, Injectable } from '@nestjs/common';
import { type Client as EngineClient, type ErrorOut, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import { CONFIG, type Config } from '../../../config.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import {
  alert,
  Brands,
  failureIn,
  messageView,
  type Page,
  PageSender,
  type Setting,
} from '../../../shared/pages/index.js';
import type { Words } from '../../hosted-pages/words/en.js';
import { type SessionOrigin, SessionOrigins, placeInWords } from '../../sessions/session-origins.service.js';
import { EngineClients } from '../engine/engine-clients.service.js';
import { EnginePages } from '../engine/engine-pages.service.js';
import { deviceFormToken } from '../storage/stored-sessions.adapter.js';
import { deviceAskView, deviceCodeView } from './device.view.js';
import { INTERVAL_SECONDS } from './stored-device-codes.adapter.js';

const LONGEST_CODE = 32;
const WAIT_SECONDS = 60;
/** The path that devices display. It is short, because users have to type it. */
export const DEVICE_PAGE = '/device';

/** The message that the page shows for each error of the engine. */
const PROBLEMS: Readonly<Record<string, keyof Words>> = {
  NoCodeError: 'deviceWrong',
  NotFoundError: 'deviceWrong',
  ExpiredError: 'deviceOver',
  AlreadyUsedError: 'deviceOver',
  InvalidRequest: 'deviceAgain',
  SessionNotFound: 'deviceAgain',
};

/** Signs in devices without a keyboard (RFC 8628). The engine runs the flow, but the pages are ours. */
@Injectable()
export class DeviceFlow {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clients: EngineClients,
    private readonly pages: EnginePages,
    private readonly sender: PageSender<Words>,
    private readonly brands: Brands,
    private readonly origins: SessionOrigins,
  ) {}

  feature() {
    return {
      enabled: true,
      charset: 'base-20' as const,
      mask: '****-****',
      deviceInfo: (ctx: KoaContextWithOIDC) => ({ ...this.origins.of(ctx.req) }),
      userCodeInputSource: this.#askForCode,
      userCodeConfirmSource: this.#confirm,
      successSource: this.#done,
    };
  }

  /**
   * Adds the polling interval to the engine's response to a device, and replaces its verification URL with one that is
   * easier to type.
   */
  install(provider: Provider): void {
    provider.on('device_authorization.success', (_ctx, body: Record<string, unknown>) => {
      const page = `${this.config.authUrl}${DEVICE_PAGE}`;
      Object.assign(body, {
        verification_uri: page,
        verification_uri_complete: `${page}?user_code=${String(body['user_code'])}`,
        interval: INTERVAL_SECONDS,
      });
    });
  }

  /**
   * Fills in the form with the code from the query string, but leaves it to the user to submit the form. The engine
   * itself would submit it by script.
   */
  readonly codeFromLink = (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    const { user_code: code, ...others } = ctx.query;
    if (ctx.method === 'POST' || code === undefined) return next();
    ctx.state['linkedCode'] = typeof code === 'string' ? code.slice(0, LONGEST_CODE) : '';
    ctx.query = others;
    return next();
  };

  readonly #askForCode = async (
    ctx: KoaContextWithOIDC,
    _form: string,
    out?: ErrorOut,
    error?: Error & { userCode?: string },
  ): Promise<void> => {
    forgetState(ctx);
    if (error && ctx.oidc.session?.exp === undefined) {
      this.#beginAnew(ctx);
      return;
    }
    const problem = error && PROBLEMS[error.name];
    if (error?.name === 'AbortedError') return this.#tell(ctx, 'stop', 'deviceStoppedTitle', 'deviceStopped');
    if (error?.name === 'TemporarilyUnavailable') return this.#wait(ctx);
    if (error && out && problem === undefined) return this.pages.error(ctx, out, error);
    const setting = await this.#setting(ctx);
    const { words } = setting.language;
    if (problem) ctx.status = 422;
    this.#send(ctx, {
      ...setting,
      title: words.deviceTitle,
      problem: problem !== undefined,
      main: deviceCodeView({
        words,
        ...formOf(ctx),
        code: String(error?.userCode ?? ctx.state['linkedCode'] ?? '').slice(0, LONGEST_CODE),
        notice: problem && alert(words, words[problem]),
      }),
    });
  };

  readonly #confirm = async (
    ctx: KoaContextWithOIDC,
    _form: string,
    client: EngineClient,
    deviceInfo: object,
    userCode: string,
  ): Promise<void> => {
    forgetState(ctx);
    const { clientName, logoUri, enterpriseId } = this.clients.recordOf(client);
    const setting = await this.#setting(ctx, enterpriseId);
    const { language, brand } = setting;
    const [there, here]: SessionOrigin[] = [deviceInfo, this.origins.of(ctx.req)];
    this.#send(ctx, {
      ...setting,
      title: language.words.deviceTitle,
      images: [logoUri ?? undefined],
      main: deviceAskView({
        words: language.words,
        ...formOf(ctx),
        client: clientName,
        clientLogo: logoUri,
        brand: brand.name,
        code: userCode,
        place: placeInWords(language, there ?? {}),
        elsewhere: there?.network !== here?.network,
      }),
    });
  };

  readonly #done = (ctx: KoaContextWithOIDC): Promise<void> => this.#tell(ctx, 'done', 'deviceDoneTitle', 'deviceDone');

  async #tell(ctx: KoaContextWithOIDC, symbol: 'done' | 'stop', title: keyof Words, text: keyof Words): Promise<void> {
    const client = ctx.oidc.client ?? (await this.#clientOfCode(ctx));
    const setting = await this.#setting(ctx, client && this.clients.recordOf(client).enterpriseId);
    const { words } = setting.language;
    const main = messageView({ symbol, title: words[title], text: words[text] });
    this.#send(ctx, { ...setting, title: words[title], main });
  }

  /**
   * Redirects a browser that has no session to the page on which the user enters the code. That page starts a session,
   * which the forms need.
   */
  #beginAnew(ctx: KoaContextWithOIDC): void {
    // Marks the session as unchanged, so that the engine does not store it.
    if (ctx.oidc.session) Object.assign(ctx.oidc.session, { touched: false });
    ctx.status = 303;
    ctx.redirect(DEVICE_PAGE);
  }

  async #wait(ctx: KoaContextWithOIDC): Promise<void> {
    const setting = await this.#setting(ctx);
    const failure = KernelErrors.tooManyRequests(undefined, { retryAfterSeconds: WAIT_SECONDS });
    ctx.status = failure.kind.spec.status;
    ctx.set('Retry-After', String(WAIT_SECONDS));
    this.#send(ctx, { ...setting, ...failureIn(setting.language, failure, { again: DEVICE_PAGE }) });
  }

  #clientOfCode({ oidc }: KoaContextWithOIDC): Promise<EngineClient | undefined> {
    const { clientId } = oidc.entities.DeviceCode ?? {};
    return clientId === undefined ? Promise.resolve(undefined) : oidc.provider.Client.find(clientId);
  }

  async #setting(ctx: KoaContextWithOIDC, enterpriseId?: string): Promise<Setting<Words>> {
    const uiLocales = ctx.oidc.params?.['ui_locales'];
    return { language: this.sender.languageFor(ctx.req, uiLocales), brand: await this.brands.of(enterpriseId) };
  }

  #send(ctx: KoaContextWithOIDC, page: Page): void {
    const { headers, body } = this.sender.render(page);
    ctx.set(headers);
    ctx.body = body;
  }
}

const formOf = (ctx: KoaContextWithOIDC) => ({
  action: ctx.oidc.urlFor('code_verification'),
  xsrf: deviceFormToken(ctx.oidc.session?.jti ?? ''),
});

/**
 * Removes the engine's own form token from the session before the session is stored. Our forms use `deviceFormToken`
 * instead.
 */
function forgetState({ oidc: { session } }: KoaContextWithOIDC): void {
  if (session) Object.assign(session, { state: undefined });
}
