import {
  Inject,
  Injectable,
  Logger,
  Post,
  SetMetadata,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { INTERCEPTORS_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { CONFIG, type Config } from '../../../config.js';
import { every, KernelErrors } from '../../kernel/index.js';
import { DeferredCommit } from '../../persistence/index.js';
import { domainErrorOf } from '../problems/domain-error-of.js';
import { problemAnswer } from '../problems/problem.js';
import { Throws } from '../problems/throws.decorator.js';
import {
  answerOf,
  isWorthKeeping,
  repeat,
  type KeptAnswer,
  IdempotencyStore,
  LEASE_SECONDS,
  keyedRequest,
  type KeyedRequest,
} from './idempotency.store.js';

const SHOWN_SECRETS = 'countersign:shown-secrets';

/** Names the members of a response that are shown only once. A repeated response has `secretWithheld: true` instead. */
export const ShowsSecret = (...members: [string, ...string[]]) => SetMetadata(SHOWN_SECRETS, members);

const RETRY_AFTER_SECONDS = 1;

/** Executes a POST with an Idempotency-Key once, and returns the stored response to every repetition. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  readonly #log = new Logger(IdempotencyInterceptor.name);

  constructor(
    private readonly answers: IdempotencyStore,
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.headers['idempotency-key'] === undefined) return next.handle();
    const keyed = keyedRequest(request);
    if (!keyed) return next.handle();
    return from(this.#answered(keyed, context, next));
  }

  async #answered(keyed: KeyedRequest, context: ExecutionContext, next: CallHandler): Promise<unknown> {
    const claim = await this.answers.claim(keyed);
    switch (claim.state) {
      case 'first':
        return this.#run(claim.run, keyed, context, next);
      case 'answered':
        repeat(claim.answer, context.switchToHttp().getResponse<Response>());
        return claim.answer.body;
      case 'running':
        throw inUse();
      case 'other':
        throw KernelErrors.keyReused();
    }
  }

  async #run(run: string, keyed: KeyedRequest, context: ExecutionContext, next: CallHandler): Promise<unknown> {
    const renew = () => void this.#ignoringFailure(this.answers.renew(keyed, run));
    const renewal = every((LEASE_SECONDS * 1000) / 3, renew);
    const commit = new DeferredCommit();
    try {
      const body: unknown = await commit.during(() => lastValueFrom(next.handle(), { defaultValue: undefined }));
      await this.#settle(commit, keyed, run, this.#answerTo(context, body));
      return body;
    } catch (error) {
      const request = context.switchToHttp().getRequest<Request>();
      const problem = problemAnswer(domainErrorOf(error), request, this.config.managementUrl);
      await this.#settle(commit, keyed, run, problem);
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  /** The response to store. `undefined` if the route streams the response or sends it itself. */
  #answerTo(context: ExecutionContext, body: unknown): KeptAnswer | undefined {
    const response = context.switchToHttp().getResponse<Response>();
    const secrets = this.reflector.get<string[] | undefined>(SHOWN_SECRETS, context.getHandler()) ?? [];
    return response.headersSent || body instanceof StreamableFile ? undefined : answerOf(response, body, secrets);
  }

  /**
   * Stores the response in the transaction of the request, so that both are committed together. After a server error,
   * the transaction is rolled back and no response is stored, so a repetition runs the request again.
   */
  async #settle(commit: DeferredCommit, keyed: KeyedRequest, run: string, answer?: KeptAnswer): Promise<void> {
    if (answer && answer.status >= 500) await commit.rollback();
    if (!answer || !isWorthKeeping(answer.status)) {
      await commit.finish(() => Promise.resolve());
      return this.#ignoringFailure(this.answers.giveUp(keyed, run));
    }
    const isCommitted = await commit.finish(async (tx) => {
      if (!(await this.answers.keep(keyed, run, answer, tx))) throw inUse();
    });
    if (!isCommitted) await this.#ignoringFailure(this.answers.keep(keyed, run, answer));
  }

  /**
   * If the row of the Idempotency-Key cannot be updated, only logs the failure. It must not turn a successful request
   * into an error.
   */
  async #ignoringFailure(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) =>
      this.#log.warn({ err: error }, 'An answer for an Idempotency-Key was not kept'),
    );
  }
}

/**
 * Declares a POST route that accepts an Idempotency-Key. Only these routes have the interceptor, because Nest runs
 * routes without interceptors much faster. The interceptor encloses the other interceptors of the route, whatever the
 * order of the decorators.
 */
export const IdempotentPost =
  (path?: string | string[]): MethodDecorator =>
  (target, key, descriptor) => {
    Post(path)(target, key, descriptor);
    Throws(KernelErrors.keyReused, KernelErrors.keyInUse)(target, key, descriptor);
    const handler = descriptor.value as object;
    const inner = (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) ?? []) as readonly unknown[];
    Reflect.defineMetadata(INTERCEPTORS_METADATA, [IdempotencyInterceptor, ...inner], handler);
  };

const inUse = () => KernelErrors.keyInUse(undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
