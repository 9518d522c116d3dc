import type { ContentAction } from '@countersign/evidence';
import { Injectable } from '@nestjs/common';
import { CredentialStepUps } from '../../auth/contract/index.js';
import { FaceStepUps } from '../../idv/contract/index.js';
import { asksForStepUp, type StepUpMethod, unmetActions } from './step-up-methods.js';

/** Lists the methods that users hold to confirm their answers. */
@Injectable()
export class AvailableStepUpMethods {
  constructor(
    private readonly credentials: CredentialStepUps,
    private readonly faces: FaceStepUps,
  ) {}

  /** The methods of this client, or without a client any that the user may have. */
  async of(sub: string, clientId?: string): Promise<readonly StepUpMethod[]> {
    const [credentials, face] = await Promise.all([this.credentials.held(sub, clientId), this.faces.isOffered(sub)]);
    return [...credentials, ...(face ? ['face' as const] : [])];
  }

  /** The values of the actions that the user cannot choose at present. */
  async unmet(sub: string, actions: readonly ContentAction[]): Promise<string[]> {
    return actions.some(asksForStepUp) ? unmetActions(actions, await this.of(sub)) : [];
  }
}
