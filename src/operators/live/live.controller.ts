import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { ConsoleErrors, sideIn, WithoutToken } from '../../shared/auth-guard/index.js';
import { Throws } from '../../shared/http/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { Enterprises } from '../../users/contract/index.js';
import { OperatorErrors } from '../contract/operators.errors.js';
import { browserOf, callerOf, ConsoleSessions } from '../sessions/console-sessions.service.js';
import { ConsoleCookies, SESSION } from '../sessions/console-cookies.service.js';
import { takeFromQuery } from '../sign-in/console-entrance.service.js';
import { LiveStream } from './live.stream.js';
import { LiveStreams } from './live-streams.service.js';

/** Notifies a console page of changes through a stream. The messages do not contain the new content. */
@ApiExcludeController()
@WithoutToken('the cookie of the console is looked up here')
@Throws(
  OperatorErrors.signedOut,
  ConsoleErrors.notGranted,
  KernelErrors.invalidArguments,
  KernelErrors.methodNotAllowed,
  KernelErrors.notFound,
  KernelErrors.tooManyRequests,
)
@Controller('api/live')
export class LiveController {
  readonly #cookies: ConsoleCookies;

  constructor(
    @Inject(CONFIG) { consoleUrl }: Config,
    private readonly sessions: ConsoleSessions,
    private readonly enterprises: Enterprises,
    private readonly streams: LiveStreams,
  ) {
    this.#cookies = new ConsoleCookies(consoleUrl);
  }

  /**
   * Opens a stream. The stream does not extend the session, so that a page left open does not keep an operator signed
   * in.
   */
  @Get()
  async open(@Req() request: Request, @Res() response: Response): Promise<void> {
    // Express also calls this method for HEAD requests, whose stream would stay open without sending anything.
    if (request.method !== 'GET') throw KernelErrors.methodNotAllowed(undefined, { allow: ['GET'] });
    const session = await this.sessions.look(this.#cookies.read(request, SESSION), browserOf(request));
    takeFromQuery(request);
    const named = { enterpriseId: request.get('enterprise-id'), test: sideIn(request) };
    const { tenant, principal } = callerOf(session).at(named);
    if (!(await this.enterprises.exists(tenant.enterpriseId))) throw KernelErrors.notFound('No such enterprise');
    // If the browser has already disconnected, `close` was emitted earlier, and nothing would close a stream.
    if (response.closed) return;
    this.streams.demandRoom(session.sub, tenant.enterpriseId);
    const stream = new LiveStream(response, session.sub, session.id, tenant, principal.scopes);
    stream.onOver(() => this.streams.leave(stream));
    stream.begin(request.headers['last-event-id'] !== undefined);
    await this.streams.join(stream);
  }
}
