import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/kernel/index.js';
import { FactorRules } from '../credentials/factor-rules.service.js';
import { SecondFactors } from '../credentials/second-factors.service.js';
import { provenIn } from '../sessions/kept-factors.adapter.js';
import { countingFactors, levelOf } from '../sessions/levels.js';
import type { SignedIn } from './account-sessions.service.js';

const FRESH_SECONDS = 600;

/** Decides whether a session's sign-in is strong enough to change how its user signs in. */
@Injectable()
export class AccountStepUpPolicy {
  constructor(
    private readonly factors: SecondFactors,
    private readonly rules: FactorRules,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether the user may have recovery codes. This requires another second factor, which the codes would replace if it
   * is lost.
   */
  async mayHaveCodes({ user }: Pick<SignedIn, 'user'>): Promise<boolean> {
    if (!(await this.factors.mayMake(user.ref, 'recoveryCode'))) return false;
    return (await this.factors.of(user.ref)).some((factor) => factor !== 'recoveryCode');
  }

  /**
   * Returns the second factor that the user must prove before changing how they sign in, if any. This way a stolen
   * password alone cannot change how a user with a second factor signs in.
   */
  async missingProof({ user, session }: SignedIn): Promise<'totpNeeded' | 'passkeyNeeded' | 'phoneNeeded' | undefined> {
    const now = this.clock.now().getTime() / 1000;
    const proven = countingFactors(provenIn(session), await this.rules.of(user.ref), 2);
    if (levelOf(proven, now, FRESH_SECONDS) >= 2) return undefined;
    const held = await this.factors.of(user.ref);
    if (held.includes('totp')) return 'totpNeeded';
    if (held.includes('passkey')) return 'passkeyNeeded';
    return held.includes('approval') ? 'phoneNeeded' : undefined;
  }
}
