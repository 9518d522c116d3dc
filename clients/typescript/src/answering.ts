import type { Context } from './context.js';
import type { Devices } from './devices.js';
import { objectIn } from './encoding.js';
import { isOffline, pause } from './environment.js';
import { CountersignError, type ErrorCode } from './errors.js';
import { NoAnswer } from './http.js';
import { everyFinalStatus, type Operations, type OperationEvent, SUCCESS } from './operations.js';
import { listIn, textIn } from './reading.js';
import type { ActiveNotification, AnswerResult, ClientOptions, FinalStatus, StepUpMethod } from './types.js';

/** The delays between the look-ups of an answer whose outcome is unknown. */
const LOOKS_MS = [300, 1_000, 2_000, 4_000];
/**
 * How many entries of the history are searched, newest first. That is enough for a notification that has just ended.
 */
const NEWEST = 50;

export interface SignedAnswer {
  readonly result: AnswerResult;
  /** The device's signature. Undefined if no device is registered. */
  readonly signature: string | undefined;
}

/** Sends the answer to a notification immediately and at most once. */
export class Answering {
  constructor(
    private readonly context: Context,
    private readonly operations: Operations,
    private readonly devices: Devices,
  ) {}

  async answer(item: ActiveNotification, response: string): Promise<AnswerResult> {
    return (await this.signed(item, response)).result;
  }

  /** Does the same as `answer`, and also returns the device's signature. */
  async signed(
    item: ActiveNotification,
    response: string,
    onStepUp = this.context.options.onStepUp,
  ): Promise<SignedAnswer> {
    const { failures, clock } = this.context;
    const action = item.actions.find((one) => one.action === response);
    if (!action) throw failures.of('invalid', { reason: 'this response is not offered' });
    if (item.expiry_timestamp_epoch <= clock.now()) throw failures.of('expired');
    if (isOffline()) throw failures.of('offline');
    if (action.authlevel > 0) await this.devices.check(item, response);
    const stepUp = action.authlevel === 0 ? undefined : await this.#stepUp(item, response, onStepUp);
    // The device signs after the step-up: the statement must be fresh, and a step-up can take minutes.
    const signature = await this.devices.sign(item, response);
    const given = {
      notificationID: item.notification_uuid,
      response,
      ...(signature !== undefined && { signature }),
      ...(stepUp && { stepUp }),
    };
    return { result: await this.#send(item, response, given), signature };
  }

  async #stepUp(item: ActiveNotification, response: string, onStepUp: ClientOptions['onStepUp']): Promise<object> {
    const { failures } = this.context;
    const given = { notificationID: item.notification_uuid, response };
    const begun = await this.operations.perform('BeginStepUp', given);
    const step_up_id = textIn(begun['step_up_id']);
    const attemptsLeft = begun['attempts_left'];
    if (!onStepUp) throw failures.of('step_up', { reason: 'the app has no onStepUp' });
    const answer = await onStepUp({
      notification: item,
      response,
      methods: listIn(begun['methods']).filter((one) => objectIn(one)) as StepUpMethod[],
      expiresAt: new Date(textIn(begun['expires_at'])),
      ...(typeof attemptsLeft === 'number' && { attemptsLeft }),
    });
    if (!answer) throw failures.of('step_up', { reason: 'given up' });
    return { step_up_id, ...answer };
  }

  async #send(item: ActiveNotification, response: string, given: object): Promise<AnswerResult> {
    let event: OperationEvent;
    try {
      event = await this.operations.once('UpdateNotification', { ...given });
    } catch (error) {
      const mayHaveCome = error instanceof NoAnswer && error.why !== 'offline';
      const hasFailed = error instanceof CountersignError && error.code === 'unavailable';
      if (!mayHaveCome && !hasFailed) throw error instanceof NoAnswer ? this.operations.noAnswer(error) : error;
      return this.#findOut(item, response, error);
    }
    const { StatusCode, StatusMsg, ResponseData } = event.response;
    if (StatusCode === SUCCESS) {
      const { message, is_ds_verified } = ResponseData;
      return resultOf(
        item,
        response,
        typeof message === 'string' ? message : StatusMsg,
        is_ds_verified === true,
        false,
      );
    }
    const failure = this.operations.failure(event.response);
    if (failure.code === 'unavailable') return this.#findOut(item, response, failure);
    throw failure;
  }

  /** The answer was sent, but its outcome is unknown. Looks it up instead of sending it again. */
  async #findOut(item: ActiveNotification, response: string, cause: unknown): Promise<AnswerResult> {
    const { failures } = this.context;
    failures.log({ level: 'warning', message: 'An answer was sent, and its outcome is being looked up', error: cause });
    let isOpen = false;
    for (const wait of LOOKS_MS) {
      await pause(wait);
      const found = await this.#lookUp(item.notification_uuid).catch(() => undefined);
      if (!found) continue;
      if (found.status !== 'ACTIVE') return this.#outcome(item, response, found, cause);
      // The answer may still be on its way, so only a notification that is open in two look-ups counts as not answered.
      if (isOpen) throw failures.of('offline', { reason: 'not answered', cause });
      isOpen = true;
    }
    throw failures.of('timeout', { reason: 'it is not known whether the answer has come', cause });
  }

  async #lookUp(uuid: string): Promise<Found | undefined> {
    const isIt = (one: unknown): boolean => objectIn(one)?.['notification_uuid'] === uuid;
    const newest = { recordCount: NEWEST, startIndex: 1, notificationStatus: everyFinalStatus };
    const { history } = await this.operations.perform('GetNotificationHistory', newest);
    const past = listIn(history).find(isIt);
    if (past) return past as Found;
    const { notifications } = await this.operations.perform('GetNotifications', { recordCount: 1_000, startIndex: 1 });
    return listIn(notifications).some(isIt) ? { status: 'ACTIVE' } : undefined;
  }

  #outcome(item: ActiveNotification, response: string, found: Found, cause: unknown): AnswerResult {
    if (found.status === 'UPDATED' && found.action_performed === response) {
      return resultOf(item, response, 'Success', found.signing_status === 'Verified', true);
    }
    const code = found.status === 'ACTIVE' ? undefined : codeOf[found.status];
    throw this.context.failures.of(code ?? 'finished', { reason: found.status, response: found, cause });
  }
}

interface Found {
  readonly status: FinalStatus | 'ACTIVE';
  readonly action_performed?: string;
  readonly signing_status?: string;
}

const codeOf: Partial<Record<FinalStatus, ErrorCode>> = { EXPIRED: 'expired', TAMPERED: 'tampered' };

const resultOf = (
  { notification_uuid }: ActiveNotification,
  response: string,
  message: string,
  is_ds_verified: boolean,
  foundOut: boolean,
): AnswerResult => ({ notification_uuid, response, message, is_ds_verified, foundOut });
