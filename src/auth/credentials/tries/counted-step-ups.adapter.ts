import { Injectable } from '@nestjs/common';
import { StepUpTries, type StepUpOutcome } from '../../contract/index.js';
import { LoginTries } from './login-tries.service.js';
import { MOST_TRIES } from './tries-lockout.service.js';

/** Counts failed step-ups of signed-in users together with failed logins. */
@Injectable()
export class CountedStepUps extends StepUpTries {
  constructor(private readonly tries: LoginTries) {
    super();
  }

  wrong(sub: string): Promise<number> {
    return this.tries.wrongStepUps(sub);
  }

  async left(sub: string): Promise<number> {
    return Math.max(0, MOST_TRIES - (await this.wrong(sub)));
  }

  async settle(sub: string, isRight: () => Promise<boolean>): Promise<StepUpOutcome> {
    const begun = await this.tries.beginStepUp(sub);
    if (!begun) return 'spent';
    if (await this.tries.settle(begun, isRight)) return 'right';
    return begun.count < MOST_TRIES ? 'wrong' : 'spent';
  }
}
