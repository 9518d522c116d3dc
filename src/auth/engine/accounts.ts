import { Injectable } from '@nestjs/common';
import type { Account, AccountClaims } from 'oidc-provider';
import { UserDirectory, type UserCard } from '../../users/contract.js';

/** The users of the users context, as the engine wants to see them. Only who is ACTIVE has an account. */
@Injectable()
export class Accounts {
  constructor(private readonly users: UserDirectory) {}

  async find(sub: string): Promise<Account | undefined> {
    const card = await this.users.find(sub);
    if (card?.status !== 'ACTIVE') return undefined;
    return { accountId: sub, userId: card.ref.userId, ref: card.ref, claims: () => claimsOf(card) };
  }
}

/** OpenID Connect Core, 5.1. What is not known is left out. Which of these a client gets, its scopes decide. */
function claimsOf({ ref, firstName, lastName, emailId, mobileNumber, language }: UserCard): AccountClaims {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  const known = {
    name: name === '' ? null : name,
    given_name: firstName,
    family_name: lastName,
    locale: language,
    preferred_username: ref.userId,
    email: emailId,
    phone_number: mobileNumber,
  };
  return { sub: ref.sub, ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)) };
}
