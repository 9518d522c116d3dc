import { Controller, Get, Inject, Logger, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../config.js';
import { WithoutToken } from '../shared/auth-guard/index.js';
import { DeveloperOnly, Throws } from '../shared/http/index.js';
import { every, KernelErrors } from '../shared/kernel/index.js';
import { Readiness } from '../shared/observability/index.js';
import { Demo } from './demo.service.js';
import { scriptOf } from './script.js';
import type { Visit } from './visit.js';
import { presentVisit } from './visit-cookie.js';

const A_SECOND = 1_000;

/** Returns the recent events of a visit as a stream or a list, and the bank's calls as a shell script. */
@ApiExcludeController()
@UseGuards(DeveloperOnly)
@WithoutToken('a browser on the own machine, in development')
@Throws(KernelErrors.notFound, KernelErrors.invalidArguments, KernelErrors.unavailable)
@Controller('demo')
export class HappeningsController {
  readonly #log = new Logger('Demo');

  constructor(
    private readonly demo: Demo,
    private readonly readiness: Readiness,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('state')
  state(@Req() request: Request): object {
    return this.#stateOf(this.#visitOf(request));
  }

  @Get('happenings.json')
  async list(@Req() request: Request): Promise<object> {
    const visit = this.#visitOf(request);
    await this.demo.readAudit(visit);
    return { state: this.#stateOf(visit), happenings: visit.happenings };
  }

  /**
   * Streams the events of a visit as server-sent events. After a reconnect it continues after the event in
   * `Last-Event-ID`.
   */
  @Get('happenings')
  stream(@Req() request: Request, @Res() response: Response): void {
    const visit = this.#visitOf(request);
    let told = Number(request.headers['last-event-id'] ?? 0) || 0;
    const tell = (): void => {
      for (const happening of visit.happenings.filter(({ n }) => n > told)) {
        response.write(`id: ${happening.n}\nevent: happening\ndata: ${JSON.stringify(happening)}\n\n`);
        told = happening.n;
      }
      response.write(`event: state\ndata: ${JSON.stringify(this.#stateOf(visit))}\n\n`);
    };
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    response.write('retry: 1000\n\n');
    tell();
    visit.watchers.add(tell);
    const clock = every(A_SECOND, () => this.#tick(visit, response));
    response.on('close', () => {
      clearInterval(clock);
      visit.watchers.delete(tell);
    });
  }

  @Get('demo.sh')
  script(@Req() request: Request, @Res() response: Response): void {
    response
      .attachment('demo.sh')
      .type('text/x-shellscript')
      .send(scriptOf(this.#visitOf(request), this.config));
  }

  /**
   * Called every second. Reads new audit entries, and ends the stream when the process shuts down, because the shutdown
   * waits for open responses.
   */
  #tick(visit: Visit, response: Response): void {
    if (!this.readiness.isOpen) response.end();
    else
      this.demo
        .readAudit(visit)
        .catch((error: unknown) => this.#log.debug({ err: error }, 'The audit log was not read'));
  }

  #visitOf(request: Request): Visit {
    return presentVisit(request, this.demo.visits, this.config);
  }

  #stateOf({ stage, userId, firstName, lastName, email, refusal, answer, verifiedBy, agent, proven }: Visit) {
    return { stage, userId, firstName, lastName, email, refusal, answer, verifiedBy, agent, proven };
  }
}
