import { signal } from '@preact/signals';
import { CountersignError, type StepUpAnswer, type StepUpRequest } from '@countersign/client';
import { t } from '../language.js';

export interface PendingStepUp extends StepUpRequest {
  /** Call it with the user's answer, or with `null` if the user has given up. */
  readonly settle: (answer: StepUpAnswer | null) => void;
  /** Call it when the time to confirm is over. The answer then fails with a message for the user. */
  readonly expire: () => void;
}

/** The confirmation that the user is being asked for. */
export const pendingStepUp = signal<PendingStepUp | undefined>(undefined);

let typed: string | undefined;

/** The number that the user has typed with the answer that is about to be sent. */
export const giveNumber = (number: string | undefined): void => void (typed = number);

/** Asks the user for a step-up. The client library calls it, and waits until the user has confirmed or given up. */
export function askUser(request: StepUpRequest): Promise<StepUpAnswer | null> {
  if (!request.methods.some(({ type }) => type === 'number')) return askBySheet(request);
  return Promise.resolve(typed === undefined ? null : { type: 'number', number: typed });
}

const askBySheet = (request: StepUpRequest): Promise<StepUpAnswer | null> =>
  new Promise((resolve, reject) => {
    pendingStepUp.value = {
      ...request,
      settle: (answer) => {
        pendingStepUp.value = undefined;
        resolve(answer);
      },
      expire: () => {
        pendingStepUp.value = undefined;
        reject(new CountersignError('step_up', t('confirmOver'), { reason: 'expired' }));
      },
    };
  });
