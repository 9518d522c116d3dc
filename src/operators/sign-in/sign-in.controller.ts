import { Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { contentSecurityPolicy, Throws } from '../../shared/http/index.js';
import { html, KernelErrors } from '../../shared/kernel/index.js';
import { OperatorErrors } from '../contract/operators.errors.js';
import { browserOf, ConsoleSessions } from '../sessions/console-sessions.service.js';
import { ConsoleCookies, SESSION, SIGN_IN } from '../sessions/console-cookies.service.js';
import { pathIn, PENDING_SECONDS } from './pending-sign-in.js';
import { type Begun, type Invited, SignIns } from './sign-ins.service.js';

/** Signs operators in to the console and out of it. */
@ApiExcludeController()
@WithoutToken('a browser comes here to sign in')
@Throws(OperatorErrors.signedOut, KernelErrors.unavailable)
@Controller()
export class SignInController {
  readonly #cookies: ConsoleCookies;

  constructor(
    @Inject(CONFIG) { consoleUrl }: Config,
    private readonly signIns: SignIns,
    private readonly sessions: ConsoleSessions,
  ) {
    this.#cookies = new ConsoleCookies(consoleUrl);
  }

  @Get('sign-in')
  signIn(@Query('to') to: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#begin([request, response], pathIn(to));
  }

  /** Opens an invitation link. This does not use up the invitation, because mail scanners open links too. */
  @Get('welcome')
  welcome(
    @Query('login') login: unknown,
    @Query('code') code: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const given = [login, code].map((value) => (typeof value === 'string' ? value.slice(0, 255) : ''));
    return this.#begin([request, response], '/', { login: given[0] ?? '', code: given[1] ?? '' });
  }

  @Get('step-up')
  async stepUp(@Query('to') to: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { id } = await this.sessions.open(this.#cookies.read(request, SESSION), browserOf(request));
    this.#send(response, await this.signIns.begin(pathIn(to), { sessionId: id, isStepUp: true }));
  }

  @Get('signed-in')
  async signedIn(@Query() query: Record<string, unknown>, @Req() request: Request, @Res() response: Response) {
    const cookie = this.#cookies.read(request, SIGN_IN);
    this.#cookies.clear(response, SIGN_IN);
    const [sub, { to, sessionId, isStepUp }] = await this.signIns.finish(cookie, query);
    const browser = browserOf(request);
    const value =
      sessionId !== null && isStepUp
        ? await this.sessions.stepUp(sessionId, sub, browser)
        : await this.sessions.begin(sub, browser, sessionId);
    this.#cookies.set(response, SESSION, value, { strict: true });
    goOn(response, to);
  }

  @Post('api/sign-out')
  @HttpCode(204)
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    const session = await this.sessions.open(this.#cookies.read(request, SESSION), browserOf(request));
    await this.sessions.end(session);
    this.#cookies.clear(response, SESSION);
  }

  /**
   * Begins a sign-in. The id of the browser's current session is stored with the sign-in, because the browser may not
   * send its session cookie (`SameSite=Strict`) when it returns from the sign-in page.
   */
  async #begin([request, response]: readonly [Request, Response], to: string, invited?: Invited): Promise<void> {
    const session = await this.sessions.find(this.#cookies.read(request, SESSION));
    const given = { sessionId: session?.id ?? null, isStepUp: false };
    this.#send(response, await this.signIns.begin(to, given, invited));
  }

  #send(response: Response, { address, cookie }: Begun): void {
    this.#cookies.set(response, SIGN_IN, cookie, { strict: false, seconds: PENDING_SECONDS });
    response.redirect(303, address);
  }
}

/**
 * Sends a page that opens `to`. After a redirect instead, the browser would not send the new session cookie
 * (`SameSite=Strict`), because it comes from another site.
 */
function goOn(response: Response, to: string): void {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="refresh" content="0;url=${to}" />
        <title>Signed in</title>
      </head>
      <body>
        <a href="${to}">Go on</a>
      </body>
    </html>`;
  response.setHeader('Content-Security-Policy', contentSecurityPolicy({ 'form-action': ["'none'"] }));
  response.type('html').send(page.text);
}
