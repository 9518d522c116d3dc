import type { Parts } from '../client.js';
import { CountersignError } from '../errors.js';
import type { OperationEvent } from '../operations.js';
import { activeIn, listIn } from '../reading.js';
import type { ActiveNotification, Client, ClientOptions, StepUpAnswer, StepUpRequest } from '../types.js';
import type { SignedAnswer } from '../answering.js';
import type { Prepared } from '../signing.js';
import { AUTHORIZE_NOTIFICATION, type ChallengeMode } from './constants.js';
import { INVALID } from './envelopes.js';
import type { AskedPassword } from './session-events.js';
import { PasswordQuestion } from './password-question.js';

export interface Open {
  readonly client: Client;
  readonly parts: Parts;
}

/** The outcome of an answer. If it is undefined, no event is sent to the app. */
export type Outcome = OperationEvent['response'] | undefined;

/** Asks the app for the user's password, by sending an event. */
export type AskForPassword = (asked: AskedPassword) => void;

/** How many listed notifications are remembered. Beyond that, the oldest are forgotten. */
const MOST_SHOWN = 1_000;

/** Answers notifications that were listed to the app, and remembers their content. */
export class Answers {
  readonly #shown = new Map<string, ActiveNotification>();
  #question: PasswordQuestion | undefined;

  constructor(private readonly askForPassword: AskForPassword) {}

  remember({ ResponseData }: OperationEvent['response']): void {
    for (const item of listIn(ResponseData['notifications']).map(activeIn))
      this.#shown.set(item.notification_uuid, item);
    for (const uuid of [...this.#shown.keys()].slice(0, -MOST_SHOWN)) this.#shown.delete(uuid);
  }

  forget(): void {
    this.#shown.clear();
    this.dropQuestion();
  }

  dropQuestion(): void {
    this.#question?.drop();
  }

  /** The request for a password that is waiting for the app's next `setPassword`, if there is one. */
  get question(): PasswordQuestion | undefined {
    return this.#question?.isAwaited ? this.#question : undefined;
  }

  /** Answers a notification. The signature covers the content that was listed to the app. */
  async answer(
    { client, parts }: Open,
    uuid: string,
    response: string,
    onStepUp: ClientOptions['onStepUp'],
  ): Promise<Outcome> {
    const question = this.begin(AUTHORIZE_NOTIFICATION);
    const all = async () => (await client.notifications.list({ count: 0 })).items;
    const item = this.#shown.get(uuid) ?? (await all()).find(({ notification_uuid: id }) => id === uuid);
    if (!item) return { StatusCode: INVALID, StatusMsg: 'Invalid arguments', ResponseData: { reason: 'unknown' } };
    const answered = await this.signed(parts, question, { item, response }, onStepUp);
    if (!answered) return undefined;
    this.#shown.delete(uuid);
    const { message, is_ds_verified, notification_uuid } = answered.result;
    const ResponseData = { status_code: 100, message, notification_uuid, is_ds_verified };
    return { StatusCode: 100, StatusMsg: message, ResponseData };
  }

  /** Starts a new question, and drops a previous one that still waits for a password. */
  begin(mode: ChallengeMode): PasswordQuestion {
    this.dropQuestion();
    return (this.#question = new PasswordQuestion(mode));
  }

  /** Answers with a step-up. After a wrong password, asks for it again. Undefined if the user gave up. */
  async signed(
    { answering, context }: Parts,
    question: PasswordQuestion,
    { item, response }: Prepared,
    onStepUp: ClientOptions['onStepUp'],
  ): Promise<SignedAnswer | undefined> {
    const stepUp = (request: StepUpRequest) => this.#stepUp(question, request, context.clock.now(), onStepUp);
    for (;;) {
      const asked = question.timesAsked;
      try {
        return await answering.signed(item, response, stepUp);
      } catch (error) {
        if (!(error instanceof CountersignError) || error.code !== 'step_up') throw error;
        if (question.isDropped) return undefined;
        if (error.statusCode !== 102 || asked === question.timesAsked || !question.canAskAgain) throw error;
        question.lastFailure = { code: 102, message: error.userMessage };
      }
    }
  }

  async #stepUp(
    question: PasswordQuestion,
    request: StepUpRequest,
    now: number,
    onStepUp: ClientOptions['onStepUp'],
  ): Promise<StepUpAnswer | null> {
    if (question.isDropped) return null;
    if (!request.methods.some(({ type }) => type === 'password')) return (await onStepUp?.(request)) ?? null;
    const attemptsLeft = question.attemptsLeft(request);
    const given = question.ask(request, now);
    const { mode, lastFailure } = question;
    this.askForPassword({ attemptsLeft, mode, lastFailure });
    return given;
  }
}
