import { Controller, Headers, HttpCode, Param, Post, Req, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { isPhone, Throws } from '../../shared/http/index.js';
import { type PictureStream } from '../uploads/picture-stream.js';
import { Picture, TakesPicture } from '../uploads/picture-upload.interceptor.js';
import { formOf } from '../../shared/pages/index.js';
import { Clock, KernelErrors } from '../../shared/kernel/index.js';
import type { Challenge } from '../selfies/challenge.js';
import type { ChainPosition } from '../selfies/frame-chain.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { isVirtualCamera } from '../selfies/selfie-signals.js';
import type { Session } from '../sessions/session.entity.js';
import { AtStep, CurrentSession, uploaderOf } from '../steps/session-step.guard.js';
import { DocumentSteps, type Side } from '../documents/document-steps.service.js';
import { SelfieSteps, type Asked } from '../selfies/selfie-steps.service.js';
import { SessionSteps, type StepOutcome } from '../steps/session-steps.service.js';
import { IdvBrowser } from './idv-browser.service.js';
import { IdvPageErrors } from './page-errors.filter.js';

/**
 * Maximum size of an uploaded picture. Our page scales pictures down and normally sends less, but the JPEGs of some
 * browsers are large.
 */
const LARGEST_PICTURE_BYTES = 8 * 1024 * 1024;
/** The name of the user's camera is cut off after this many characters. */
const LONGEST_NAME = 200;

/** The routes that the scripts of the capture pages call. */
@ApiExcludeController()
@UseFilters(IdvPageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.notFound, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@Throws(IdvErrors.noSession, IdvErrors.wrongStep, IdvErrors.expired, IdvErrors.finished, IdvErrors.statusRefused)
@Throws(IdvErrors.pictureRefused, IdvErrors.tooManyPictures, IdvErrors.challengeOver, IdvErrors.engineUnavailable)
@Throws(IdvErrors.frameOutOfOrder, IdvErrors.framesMissing)
@WithoutToken('a call of the page in the browser that holds the cookie of its session')
@Controller('IdvWebServer/session')
export class CaptureController {
  constructor(
    private readonly browser: IdvBrowser,
    private readonly documents: DocumentSteps,
    private readonly selfies: SelfieSteps,
    private readonly steps: SessionSteps,
    private readonly clock: Clock,
  ) {}

  @Post('pictures/:side')
  @HttpCode(200)
  @AtStep('front', 'back')
  @TakesPicture({ maxBytes: LARGEST_PICTURE_BYTES, uploaderOf })
  picture(
    @CurrentSession() session: Session,
    @Param('side') side: string,
    @Headers('picture-source') source: string | undefined,
    @Picture() picture: PictureStream,
    @Req() request: Request,
  ): Promise<StepOutcome> {
    this.browser.check(request);
    return this.documents.addPicture(session, sideOf(side), picture, source === 'file');
  }

  /**
   * Starts the selfie challenge. The path must not be `challenge`: pages of an earlier version use that path in another
   * way. They get an error, and then reload.
   */
  @Post('challenges')
  @HttpCode(200)
  @AtStep('selfie')
  async challenge(
    @CurrentSession() session: Session,
    @Req() request: Request,
  ): Promise<Pick<Challenge, 'nonce' | 'steps' | 'deadline'> & { readonly lit: boolean }> {
    this.browser.check(request);
    const form = formOf(request);
    const { nonce, steps, colours, deadline } = await this.selfies.beginChallenge(session, {
      still: form.text('motion') === 'no',
      light: form.text('light') === 'yes',
      isVirtualCamera: isVirtualCamera(form.text('camera').slice(0, LONGEST_NAME)),
      isDesktop: !isPhone(request) && form.text('pointer') !== 'coarse' && session.followerHash === null,
    });
    return { nonce, steps, deadline, lit: colours !== undefined };
  }

  @Post('frames/:number')
  @HttpCode(200)
  @AtStep('selfie')
  @TakesPicture({ maxBytes: LARGEST_PICTURE_BYTES, uploaderOf })
  frame(
    @CurrentSession() session: Session,
    @Param('number') number: string,
    @Picture() picture: PictureStream,
    @Req() request: Request,
  ): Promise<Asked> {
    this.browser.check(request);
    return this.selfies.addFrame(session, numberIn(number), picture, placeIn(request));
  }

  /**
   * Returns the first colour that the screen must show. Each following colour is returned in the response to a frame.
   */
  @Post('light')
  @HttpCode(200)
  @AtStep('selfie')
  light(@CurrentSession() session: Session, @Req() request: Request): Promise<Asked> {
    this.browser.check(request);
    return this.selfies.beginLight(session, placeIn(request));
  }

  @Post('selfie')
  @HttpCode(200)
  @AtStep('selfie')
  selfie(@CurrentSession() session: Session, @Req() request: Request): Promise<StepOutcome> {
    this.browser.check(request);
    return this.selfies.finishSelfie(session, placeIn(request));
  }

  /** Called by the page when the user says that they are still there. Extends the session. */
  @Post('extend')
  @HttpCode(200)
  @AtStep()
  async extend(@CurrentSession() session: Session, @Req() request: Request): Promise<{ secondsLeft: number }> {
    this.browser.check(request);
    const endsAt = await this.steps.extend(session);
    return { secondsLeft: Math.floor((endsAt.getTime() - this.clock.now().getTime()) / 1_000) };
  }
}

const placeIn = (request: Request): ChainPosition => ({
  nonce: request.get('challenge-nonce'),
  link: request.get('challenge-link'),
});

function sideOf(side: string): Side {
  if (side !== 'front' && side !== 'back') throw KernelErrors.notFound();
  return side;
}

/**
 * Parses the number of a frame in the URL. Only plain decimal digits are accepted: `Number` alone would also accept 0x1
 * and 1e0.
 */
function numberIn(text: string): number {
  if (!/^(?:0|[1-9]\d?)$/.test(text)) throw KernelErrors.notFound();
  return Number(text);
}
