import { Injectable } from '@nestjs/common';
import { StepUpTries, type StepUpOutcome } from '../../../contract.js';
import { LoginTries } from './login-tries.service.js';

/** Counts the tries by which a logged-in user confirms their identity, together with the tries to log in. */
@Injectable()
export class CountedStepUps extends StepUpTries {
  constructor(private readonly tries: LoginTries) {
    super();
  }

  wrong(sub: string): Promise<number> {
    return this.tries.wrongStepUps(sub);
  }

  async settle(sub: string, isRight: () => Promise<boolean>): Promise<StepUpOutcome> {
    const begun = await this.tries.beginStepUp(sub);
    if (!begun) return 'spent';
    return (await this.tries.settle(begun, isRight)) ? 'right' : 'wrong';
  }
}
