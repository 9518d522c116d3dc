import { Injectable } from '@nestjs/common';
import { type JsonValue, KernelErrors } from '../../shared/kernel/index.js';
import { OPERATORS_ENTERPRISE, type UserRef } from '../../users/contract/index.js';
import { StepUpCredentials } from '../credentials/step-ups-by-credential.service.js';
import type { SignedIn } from './account-sessions.service.js';

/** Operators must prove a passkey for each change to their passkeys, even in a fresh session. */
@Injectable()
export class PasskeyProofs {
  constructor(private readonly credentials: StepUpCredentials) {}

  isNeeded({ enterpriseId }: UserRef): boolean {
    return enterpriseId === OPERATORS_ENTERPRISE;
  }

  /** Returns the options for `navigator.credentials.get`. */
  async options(signedIn: SignedIn): Promise<JsonValue> {
    const [method] = await this.credentials.passkeyMethod(bindingOf(signedIn));
    if (method?.type !== 'passkey') throw KernelErrors.forbidden();
    return method.options;
  }

  /** Whether the user has just proven a passkey in this session. Also true for users who need not prove one. */
  async isShown(signedIn: SignedIn, proof: string): Promise<boolean> {
    if (!this.isNeeded(signedIn.user.ref)) return true;
    return this.credentials.isPasskey(bindingOf(signedIn), parsed(proof), []);
  }
}

const bindingOf = ({ user, session }: SignedIn) => ({ sub: user.ref.sub, boundTo: `account:${session.uid}` });

function parsed(proof: string): JsonValue {
  try {
    return JSON.parse(proof) as JsonValue;
  } catch {
    return null;
  }
}
