import { signal } from '@preact/signals';
import type { StepUpAnswer, StepUpRequest } from '@countersign/client';

export interface PendingStepUp extends StepUpRequest {
  /** `null`: the user has given up. */
  readonly settle: (answer: StepUpAnswer | null) => void;
}

/** What the user is asked to confirm at the moment. */
export const pendingStepUp = signal<PendingStepUp | undefined>(undefined);

/** For the library: resolves when the user has done something. */
export const askUser = (request: StepUpRequest): Promise<StepUpAnswer | null> =>
  new Promise((resolve) => {
    pendingStepUp.value = {
      ...request,
      settle: (answer) => {
        pendingStepUp.value = undefined;
        resolve(answer);
      },
    };
  });
