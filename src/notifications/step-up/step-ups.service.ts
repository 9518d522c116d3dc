import type { ContentAction } from '@countersign/evidence';
import { Injectable } from '@nestjs/common';
import {
  CredentialStepUps,
  type CredentialProof,
  type StepUpOutcome,
  type StepUpPlace,
  StepUpTries,
  TypedNumbers,
} from '../../auth/contract/index.js';
import { FaceStepUps } from '../../idv/contract/index.js';
import { Devices } from '../../users/contract/index.js';
import type { JsonObject } from '../../shared/kernel/index.js';
import { NotificationEvents } from '../history/notification-events.repository.js';
import { refused } from '../mobile/mobile-codes.js';
import { asksForNumber, type StepUpMethod, stepUpMethodsOf } from './step-up-methods.js';
import type { MobileCaller } from '../mobile/mobile-operation.port.js';
import { StepUpStore, type BegunStepUp } from './step-up-store.service.js';

/** A notification, and the action with which the user wants to answer it. */
export interface IntendedAnswer {
  readonly notificationUuid: string;
  readonly action: ContentAction;
  /** The id of the authorization server's approval request that the notification shows, if any. */
  readonly approvalId?: string;
  /** If a client gets tokens for the answer: the device that answers. It may be unknown until it has signed. */
  readonly approvingDeviceId: string | undefined;
}

export type OfferedStepUp = BegunStepUp & {
  readonly methods: readonly JsonObject[];
  readonly attemptsLeft: number;
};

/** Makes users confirm their identity before an answer that requires it. */
@Injectable()
export class StepUps {
  constructor(
    private readonly store: StepUpStore,
    private readonly credentials: CredentialStepUps,
    private readonly tries: StepUpTries,
    private readonly faces: FaceStepUps,
    private readonly numbers: TypedNumbers,
    private readonly events: NotificationEvents,
    private readonly devices: Devices,
  ) {}

  async begin(caller: MobileCaller, answer: IntendedAnswer): Promise<OfferedStepUp> {
    const allowed = await this.#allowed(caller, answer);
    if (allowed.length === 0) throw refused.invalid('this response needs no step-up');
    const begun = await this.store.begin(purposeOf(caller, answer));
    await this.events.noteStepUp(answer.notificationUuid, 'step-up-asked', { action: answer.action.action });
    if (allowed === NUMBER) return { ...begun, methods: [{ type: 'number', digits: 2 }], attemptsLeft: 1 };
    const methods = await this.#methods(bindingOf(caller, begun.stepUpId), allowed, answer);
    if (methods.length === 0) throw refused.stepUp(`the user has none of: ${allowed.join(', ')}`);
    return { ...begun, methods, attemptsLeft: await this.tries.left(caller.user.sub) };
  }

  /** Throws unless the proof in `given` confirms this answer. An answer of level 0 needs no proof. */
  async demand(caller: MobileCaller, answer: IntendedAnswer, given: JsonObject | undefined): Promise<void> {
    const allowed = await this.#allowed(caller, answer);
    if (allowed.length === 0) return;
    const { step_up_id: id, type } = given ?? {};
    if (!given || typeof id !== 'string') throw refused.stepUp('this response needs a step-up');
    const method = allowed.find((one) => one === type);
    if (!method) throw refused.stepUp(`this response is confirmed by: ${allowed.join(', ')}`);
    if (!(await this.store.redeem(id, purposeOf(caller, answer)))) {
      throw refused.stepUp('the step-up is unknown, used, expired, or of another answer');
    }
    const outcome = await this.#confirm(caller, answer, { ...given, step_up_id: id, type: method });
    const done = { action: answer.action.action, method, outcome };
    await this.events.noteStepUp(answer.notificationUuid, 'step-up-done', done);
    if (outcome === 'spent') throw refused.attemptsSpent('too many wrong tries');
    if (outcome === 'wrong') throw refused.stepUp('it does not confirm who the user is');
  }

  /**
   * The methods that can confirm the answer. A thief who knows the password can register a device. So on a device that
   * is no second factor, a password is not enough for the tokens of level 2.
   */
  async #allowed({ user }: MobileCaller, answer: IntendedAnswer): Promise<readonly StepUpMethod[]> {
    const methods = methodsFor(answer);
    const { approvingDeviceId } = answer;
    if (approvingDeviceId === undefined || !methods.includes('password')) return methods;
    const device = (await this.devices.list(user)).find(({ deviceId }) => deviceId === approvingDeviceId);
    return device?.secondFactor === false ? methods.filter((method) => method !== 'password') : methods;
  }

  async #methods(place: StepUpPlace, allowed: readonly StepUpMethod[], answer: IntendedAnswer): Promise<JsonObject[]> {
    const face = allowed.includes('face')
      ? await this.faces.begin(place.sub, await this.#movesOf(place, answer))
      : undefined;
    const credentials = allowed.includes('passkey') ? await this.credentials.methods(place) : [];
    const usable = credentials.filter(({ type }) => allowed.includes(type)).map((method) => ({ ...method }));
    return [...usable, ...(face ? [{ type: 'face', steps: face.steps, nonce: face.nonce }] : [])];
  }

  async #confirm(caller: MobileCaller, answer: IntendedAnswer, given: Given): Promise<StepUpOutcome> {
    const { type } = given;
    if (type === 'number') return (await this.#isTyped(caller, answer, given)) ? 'right' : 'wrong';
    const place = bindingOf(caller, given.step_up_id);
    if (type === 'face') return this.#face(place, answer, given);
    return this.credentials.confirm(place, proofIn(type, given));
  }

  async #isTyped({ user }: MobileCaller, { approvalId = '' }: IntendedAnswer, { number }: JsonObject) {
    return typeof number === 'string' && this.numbers.isTyped(user, approvalId, number.trim());
  }

  async #face(place: StepUpPlace, answer: IntendedAnswer, { frames = null }: JsonObject) {
    const boundTo = await this.#movesOf(place, answer);
    return this.tries.settle(place.sub, () => this.faces.isRight(place.sub, boundTo, frames));
  }

  /**
   * The value from which the head movements of a face check are derived. It changes only after a failed attempt;
   * otherwise, an attacker could restart the check until the movements match a recording.
   */
  async #movesOf({ sub }: StepUpPlace, { notificationUuid }: IntendedAnswer): Promise<string> {
    return `notification ${notificationUuid} after ${await this.tries.wrong(sub)}`;
  }
}

type Given = JsonObject & { readonly step_up_id: string; readonly type: StepUpMethod };

const NUMBER: readonly StepUpMethod[] = ['number'];

const methodsFor = ({ action, approvalId }: IntendedAnswer): readonly StepUpMethod[] =>
  approvalId !== undefined && asksForNumber(action) ? NUMBER : stepUpMethodsOf[action.authlevel];

const purposeOf = ({ user }: MobileCaller, { notificationUuid, action }: IntendedAnswer) => ({
  sub: user.sub,
  notificationUuid,
  response: action.action,
});

const bindingOf = ({ user, clientId }: MobileCaller, stepUpId: string): StepUpPlace => ({
  sub: user.sub,
  clientId,
  boundTo: `step-up ${stepUpId}`,
});

function proofIn(method: 'passkey' | 'password', { assertion = null, password }: JsonObject): CredentialProof {
  if (method === 'passkey') return { type: 'passkey', assertion };
  if (typeof password !== 'string') throw refused.stepUp('the password is missing');
  return { type: 'password', password };
}
