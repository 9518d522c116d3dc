import { Body, Controller, Get, HttpCode, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../config.js';
import { Specimens } from '../idv/contract/index.js';
import { WithoutToken } from '../shared/auth-guard/index.js';
import { DeveloperOnly, signedBodyOf, Throws } from '../shared/http/index.js';
import { KernelErrors } from '../shared/kernel/index.js';
import type { Proof } from './bank.js';
import { AgentPayDto, EnrolDto, PayDto, SpecimenDto, VerifyDto } from './demo.dto.js';
import { backPage, demoPage, headersOf } from './demo.page.js';
import { Demo, rethrowAsInvalidArguments } from './demo.service.js';
import { atDemo } from './gateway.service.js';
import { Mail } from './mail.js';
import { specimenFor } from './portrait.js';
import type { Visit } from './visit.js';
import { presentVisit, setVisit, visitOf } from './visit-cookie.js';

/** Serves the page of the demo and handles the requests that it sends. */
@ApiExcludeController()
@UseGuards(DeveloperOnly)
@WithoutToken('a browser on the own machine, in development')
@Throws(KernelErrors.notFound, KernelErrors.invalidArguments, KernelErrors.unavailable)
@Controller()
export class DemoController {
  constructor(
    private readonly demo: Demo,
    private readonly mail: Mail,
    private readonly specimens: Specimens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('demo{/}')
  page(@Req() request: Request, @Res() response: Response): void {
    if (!request.path.endsWith('/')) {
      response.redirect('/demo/');
      return;
    }
    const visit = visitOf(request, this.demo.visits, this.config) ?? this.demo.visits.begin();
    setVisit(response, visit, this.config);
    response.set(headersOf()).send(demoPage(this.config, this.demo.appUrl));
  }

  @Post('demo/begin-again')
  @HttpCode(204)
  beginAgain(@Res({ passthrough: true }) response: Response): void {
    setVisit(response, this.demo.visits.begin(), this.config);
  }

  @Post('demo/enrol')
  @HttpCode(204)
  enrol(@Req() request: Request, @Body() person: EnrolDto): Promise<void> {
    return this.demo.enrol(this.#visitOf(request), person).catch(rethrowAsInvalidArguments);
  }

  @Post('demo/verify')
  @HttpCode(200)
  async verify(@Req() request: Request, @Body() { by }: VerifyDto): Promise<object> {
    const url = await this.demo.verify(this.#visitOf(request), by).catch(rethrowAsInvalidArguments);
    return { url: atDemo(url, this.config) };
  }

  /** Returns a specimen document with the visitor's own picture. Neither is stored. */
  @Post('demo/specimen')
  async specimen(@Req() request: Request, @Body() wanted: SpecimenDto, @Res() response: Response): Promise<void> {
    const { userId } = this.#visitOf(request);
    response.type('png').send(await this.specimens.draw(await specimenFor(userId, wanted)));
  }

  @Post('demo/sign-in')
  @HttpCode(200)
  signIn(@Req() request: Request): object {
    return { url: atDemo(this.demo.signIn(this.#visitOf(request)), this.config) };
  }

  @Post('demo/sign-in-surely')
  @HttpCode(200)
  signInSurely(@Req() request: Request): object {
    return { url: atDemo(this.demo.signInSurely(this.#visitOf(request)), this.config) };
  }

  /** Returns the newest e-mail to the visitor. */
  @Get('demo/mail')
  async readMail(@Req() request: Request): Promise<object> {
    return { mail: (await this.mail.newestTo(this.#visitOf(request).email)) ?? null };
  }

  @Post('demo/pay')
  @HttpCode(204)
  pay(@Req() request: Request, @Body() payment: PayDto): Promise<void> {
    return this.demo.pay(this.#visitOf(request), payment).catch(rethrowAsInvalidArguments);
  }

  /** Makes the customer's assistant ask for a payment. */
  @Post('demo/agent')
  @HttpCode(204)
  askByAgent(@Req() request: Request, @Body() payment: AgentPayDto): Promise<void> {
    return this.demo.askByAgent(this.#visitOf(request), payment).catch(rethrowAsInvalidArguments);
  }

  @Post('demo/prove')
  @HttpCode(200)
  prove(@Req() request: Request): Promise<Proof> {
    return this.demo.prove(this.#visitOf(request)).catch(rethrowAsInvalidArguments);
  }

  /**
   * The page to which the hosted pages redirect after a verification. The redirect proves nothing: the demo waits for
   * the webhook and reads the result from the API.
   */
  @Get('demo/verified')
  verified(@Res() response: Response): void {
    response.set(headersOf()).send(backPage(this.config, 'Thank you. Go on at the bank.'));
  }

  @Get('demo/signed-in')
  async signedIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    const answer = new URL(request.originalUrl, this.config.demoUrl).searchParams;
    const visit = visitOf(request, this.demo.visits, this.config);
    if (visit) await this.demo.signedIn(visit, answer);
    const sentence = visit ? 'You are signed in.' : 'Your visit is over. Start anew at the bank.';
    response.set(headersOf()).send(backPage(this.config, sentence));
  }

  @Post('demo/webhooks')
  webhook(@Req() request: Request, @Res() response: Response): void {
    response.status(this.demo.receive(signedBodyOf(request), request.headers)).end();
  }

  #visitOf(request: Request): Visit {
    return presentVisit(request, this.demo.visits, this.config);
  }
}
