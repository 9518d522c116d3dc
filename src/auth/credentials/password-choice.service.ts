import { Injectable } from '@nestjs/common';
import type { UserCard } from '../../users/contract.js';
import { Guessability } from './passwords/guessability.service.js';
import { lengthFault, type PasswordFault } from './passwords/password-text.js';

/** Whether a password may be chosen. */
@Injectable()
export class PasswordChoice {
  constructor(private readonly guessability: Guessability) {}

  async faultOf(password: string, known: readonly string[]): Promise<PasswordFault | undefined> {
    const fault = lengthFault(password);
    if (fault) return fault;
    return (await this.guessability.isGuessable(password, known)) ? 'guessable' : undefined;
  }

  /** Against what the enterprise knows of the user: only for whoever has shown to be that user. */
  faultFor(password: string, { ref, firstName, lastName, emailId, mobileNumber }: UserCard) {
    const parts = [ref.userId, firstName, lastName, emailId, ...(emailId?.split(/[@.]/) ?? []), mobileNumber];
    return this.faultOf(
      password,
      parts.filter((part): part is string => part !== null && part.length > 2),
    );
  }
}
