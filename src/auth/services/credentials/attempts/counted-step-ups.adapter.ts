import { Injectable } from '@nestjs/common';
import { StepUpTries, type StepUpOutcome } from '../../../contract.js';
import { LoginTries } from './login-tries.service.js';

/** Whoever steps up is logged in: their browser or device is known. */
@Injectable()
export class CountedStepUps extends StepUpTries {
  constructor(private readonly tries: LoginTries) {
    super();
  }

  async settle(sub: string, isRight: () => Promise<boolean>): Promise<StepUpOutcome> {
    const paid = await this.tries.begin({ sub }, true);
    if (!paid) return 'spent';
    return (await this.tries.settle(paid, isRight)) ? 'right' : 'wrong';
  }
}
