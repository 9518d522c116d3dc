import { Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { contentSecurityPolicy, Throws } from '../../shared/http/index.js';
import { html, KernelErrors } from '../../shared/kernel/index.js';
import { OperatorErrors } from '../contract/operators.errors.js';
import { ConsoleSessions } from '../sessions/console-sessions.service.js';
import { ConsoleCookies, SESSION, SIGN_IN } from '../sessions/console-cookies.service.js';
import { pathIn, PENDING_SECONDS } from './pending-sign-in.js';
import { type Invited, SignIns } from './sign-ins.service.js';

/** The way into the console and out of it, for a browser. */
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
  signIn(@Query('to') to: unknown, @Res() response: Response): Promise<void> {
    return this.#begin(response, pathIn(to), null);
  }

  /** The link of an invitation. It uses nothing up, so that a mail scanner may follow it. */
  @Get('welcome')
  welcome(@Query('login') login: unknown, @Query('code') code: unknown, @Res() response: Response): Promise<void> {
    const given = [login, code].map((value) => (typeof value === 'string' ? value.slice(0, 255) : ''));
    return this.#begin(response, '/', null, { login: given[0] ?? '', code: given[1] ?? '' });
  }

  @Get('step-up')
  async stepUp(@Query('to') to: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { id } = await this.sessions.open(this.#cookies.read(request, SESSION));
    await this.#begin(response, pathIn(to), id);
  }

  @Get('signed-in')
  async signedIn(@Query() query: Record<string, unknown>, @Req() request: Request, @Res() response: Response) {
    const cookie = this.#cookies.read(request, SIGN_IN);
    this.#cookies.clear(response, SIGN_IN);
    const [sub, { to, sessionId }] = await this.signIns.finish(cookie, query);
    if (sessionId === null) {
      const browser = { address: request.ip ?? null, userAgent: request.get('user-agent') };
      this.#cookies.set(response, SESSION, await this.sessions.begin(sub, browser), { strict: true });
    } else await this.sessions.stepUp(sessionId, sub);
    goOn(response, to);
  }

  @Post('api/sign-out')
  @HttpCode(204)
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    const session = await this.sessions.open(this.#cookies.read(request, SESSION));
    await this.sessions.end(session);
    this.#cookies.clear(response, SESSION);
  }

  async #begin(response: Response, to: string, sessionId: string | null, invited?: Invited): Promise<void> {
    const { address, cookie } = await this.signIns.begin(to, sessionId, invited);
    this.#cookies.set(response, SIGN_IN, cookie, { strict: false, seconds: PENDING_SECONDS });
    response.redirect(303, address);
  }
}

/** A page of this site leads on, and no redirect: the browser came from another site, which a strict cookie does not follow. */
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
