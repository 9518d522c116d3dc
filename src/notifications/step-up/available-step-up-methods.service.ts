import type { ContentAction } from '@countersign/evidence';
import { Injectable } from '@nestjs/common';
import { CredentialStepUps } from '../../auth/contract/index.js';
import { FaceStepUps } from '../../idv/contract/index.js';
import { asksForStepUp, type StepUpMethod, unmetActions } from './step-up-methods.js';

/** Finds the step-up methods that a user has for confirming answers. */
@Injectable()
export class AvailableStepUpMethods {
  constructor(
    private readonly credentials: CredentialStepUps,
    private readonly faces: FaceStepUps,
  ) {}

  /** The step-up methods that the user has and this client allows. If no client is given, all of the user's methods. */
  async of(sub: string, clientId?: string): Promise<readonly StepUpMethod[]> {
    const [credentials, face] = await Promise.all([this.credentials.held(sub, clientId), this.faces.isOffered(sub)]);
    return [...credentials, ...(face ? ['face' as const] : [])];
  }

  /** The actions that the user cannot choose, because the user lacks a step-up method for them. */
  async unmet(sub: string, actions: readonly ContentAction[]): Promise<string[]> {
    return actions.some(asksForStepUp) ? unmetActions(actions, await this.of(sub)) : [];
  }
}
