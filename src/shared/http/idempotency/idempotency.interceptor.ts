import {
  Inject,
  Injectable,
  Logger,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { catchError, from, mergeMap, of, type Observable } from 'rxjs';
import { CONFIG, type Config } from '../../../config.js';
import { KernelErrors } from '../../kernel/kernel.errors.js';
import { domainErrorOf } from '../problems/domain-error-of.js';
import { problemAnswer } from '../problems/problem-answer.js';
import { answerOf, isWorthKeeping, repeat, type KeptAnswer } from './kept-answer.js';
import { KeptAnswers, LEASE_SECONDS, type Claim } from './kept-answers.store.js';
import { keyedRequest, type KeyedRequest } from './keyed-request.js';
import { SHOWN_SECRETS } from './shows-secret.decorator.js';

const RETRY_AFTER_SECONDS = 1;

/** Does a POST with an Idempotency-Key once, and gives its first answer to every repetition. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  readonly #log = new Logger(IdempotencyInterceptor.name);

  constructor(
    private readonly answers: KeptAnswers,
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<Request>();
    if (request.headers['idempotency-key'] === undefined) return next.handle();
    const asked = keyedRequest(request);
    if (!asked) return next.handle();
    return from(this.answers.claim(asked)).pipe(mergeMap((claim) => this.#follow(claim, asked, context, next)));
  }

  #follow(claim: Claim, asked: KeyedRequest, context: ExecutionContext, next: CallHandler): Observable<unknown> {
    switch (claim.state) {
      case 'first':
        return this.#run(claim.run, asked, context, next);
      case 'answered':
        repeat(claim.answer, context.switchToHttp().getResponse<Response>());
        return of(claim.answer.body);
      case 'running':
        throw KernelErrors.keyInUse(undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
      case 'other':
        throw KernelErrors.keyReused();
    }
  }

  #run(run: string, asked: KeyedRequest, context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const secrets = this.reflector.get<string[] | undefined>(SHOWN_SECRETS, context.getHandler()) ?? [];
    const renewal = setInterval(() => void this.#quietly(this.answers.renew(asked, run)), (LEASE_SECONDS * 1000) / 3);
    const settle = async (answer: KeptAnswer): Promise<void> => {
      clearInterval(renewal);
      const kept = isWorthKeeping(answer.status) && !response.headersSent;
      await this.#quietly(kept ? this.answers.keep(asked, run, answer) : this.answers.giveUp(asked, run));
    };
    return next.handle().pipe(
      mergeMap(async (body: unknown) => {
        await settle(answerOf(response, body, secrets));
        return body;
      }),
      catchError(async (error: unknown) => {
        await settle(problemAnswer(domainErrorOf(error), request, this.config.managementUrl));
        throw error;
      }),
    );
  }

  /** The request is done: that its answer could not be kept must not make a failure of it. */
  async #quietly(work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) =>
      this.#log.warn({ err: error }, 'An answer for an Idempotency-Key was not kept'),
    );
  }
}
