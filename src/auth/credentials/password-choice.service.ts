import { Injectable } from '@nestjs/common';
import type { UserCard } from '../../users/contract.js';
import { PasswordStrength } from './passwords/password-strength.service.js';
import { lengthFault, type PasswordFault } from './passwords/password-text.js';

/** Whether a password may be chosen. */
@Injectable()
export class PasswordChoice {
  constructor(private readonly strength: PasswordStrength) {}

  async faultOf(password: string, known: readonly string[]): Promise<PasswordFault | undefined> {
    const fault = lengthFault(password);
    if (fault) return fault;
    return (await this.strength.isGuessable(password, known)) ? 'guessable' : undefined;
  }

  /** Against what the enterprise knows of the user: only for whoever has shown to be that user. */
  faultFor(password: string, user: UserCard): Promise<PasswordFault | undefined> {
    return this.faultOf(password, knownOf(user));
  }
}

/** Names and addresses, in parts and as people put them together. */
function knownOf({ ref, firstName, lastName, emailId, mobileNumber }: UserCard): string[] {
  const joined = ['', ' ', '.', '-', '_'].flatMap((joint) => [
    [firstName, lastName].join(joint),
    [lastName, firstName].join(joint),
  ]);
  const parts = [ref.userId, firstName, lastName, emailId, ...(emailId?.split(/[@.]/) ?? []), mobileNumber, ...joined];
  return parts.filter((part): part is string => part !== null && part.length > 2);
}
