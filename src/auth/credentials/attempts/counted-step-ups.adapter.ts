import { Injectable } from '@nestjs/common';
import { StepUpTries, type StepUpOutcome } from '../../step-up-tries.js';
import { LoginTries } from './login-tries.service.js';

/** Whoever steps up is logged in: their browser or device is known. */
@Injectable()
export class CountedStepUps extends StepUpTries {
  constructor(private readonly tries: LoginTries) {
    super();
  }

  async judge(sub: string, isRight: () => Promise<boolean>): Promise<StepUpOutcome> {
    const paid = await this.tries.pay({ sub }, true);
    if (!paid) return 'spent';
    return (await this.tries.judge(paid, isRight)) ? 'right' : 'wrong';
  }
}
