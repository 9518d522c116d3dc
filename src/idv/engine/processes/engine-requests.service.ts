import { Injectable, Logger } from '@nestjs/common';
import { Signals } from '../../../shared/events/index.js';
import { currentQueueKey, KernelErrors, newId } from '../../../shared/kernel/index.js';
import { RETRY_AFTER_SECONDS } from '../../../shared/workers/index.js';
import { EngineRequestSealer, REQUEST_ANSWERED, type EngineAnswer, type RequestAnswered } from './engine-request.js';
import { EngineRequestRepository } from './engine-request.repository.js';

type Resolve = (answer: EngineAnswer) => void;

/** Asks another process to analyse pictures, and waits for the response. */
@Injectable()
export class EngineRequests {
  readonly #log = new Logger(EngineRequests.name);
  readonly #waiting = new Map<string, Resolve>();

  constructor(
    private readonly requests: EngineRequestRepository,
    private readonly sealer: EngineRequestSealer,
    signals: Signals,
  ) {
    // The response is not awaited here, because the next signal is handled only after this handler returns.
    signals.on<RequestAnswered>(REQUEST_ANSWERED, ({ jobId }) => void this.#collect(jobId));
    signals.onLostTrack(() => [...this.#waiting.keys()].forEach((requestId) => void this.#collect(requestId)));
  }

  /**
   * Sends a request to another process and returns the result. Fails with 503 if too many requests are waiting or there
   * is no response in time. If the other process cannot read the pictures, fails with the message of its error.
   */
  async run(pool: string, request: unknown, patienceMs: number): Promise<unknown> {
    const requestId = newId();
    const answered = this.#answered(requestId, patienceMs);
    try {
      await this.#ask(requestId, pool, request, patienceMs);
      const answer = (await answered.answer) ?? (await this.#givenUp(requestId, pool));
      if ('error' in answer) throw new Error(answer.error);
      if ('unavailable' in answer) throw unavailable();
      return answer.value;
    } finally {
      answered.forget();
    }
  }

  /** Waits for the response to a request. Resolves to undefined if that takes too long. */
  #answered(requestId: string, patienceMs: number): { answer: Promise<EngineAnswer | undefined>; forget: () => void } {
    let timer: NodeJS.Timeout | undefined;
    const answer = new Promise<EngineAnswer | undefined>((resolve) => {
      this.#waiting.set(requestId, resolve);
      timer = setTimeout(resolve, patienceMs, undefined);
    });
    const forget = (): void => {
      clearTimeout(timer);
      this.#waiting.delete(requestId);
    };
    return { answer, forget };
  }

  async #ask(requestId: string, pool: string, request: unknown, wantedForMs: number): Promise<void> {
    const sealedRequest = this.sealer.sealRequest(requestId, request);
    const tenant = currentQueueKey()?.tenant ?? '';
    const isAdded = await this.requests.ask({ requestId, pool, sealedRequest, wantedForMs, tenant });
    if (!isAdded) throw unavailable();
  }

  async #collect(requestId: string): Promise<void> {
    const resolve = this.#waiting.get(requestId);
    if (!resolve) return;
    try {
      const sealed = await this.requests.collect(requestId);
      if (sealed) resolve(this.sealer.openAnswer(requestId, sealed));
    } catch (error) {
      this.#log.warn({ err: error }, 'An answer of the engine could not be read');
      resolve({ unavailable: true });
    }
  }

  async #givenUp(requestId: string, pool: string): Promise<EngineAnswer> {
    const wasBegun = await this.requests.withdraw(requestId, pool);
    if (!wasBegun) this.#log.warn(`No process with the surface worker has taken a job of ${pool} in time`);
    return { unavailable: true };
  }
}

const unavailable = (): Error => KernelErrors.unavailable(undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
