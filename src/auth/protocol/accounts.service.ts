import { Injectable } from '@nestjs/common';
import type { Account, AccountClaims } from 'oidc-provider';
import { DEFAULT_LANGUAGE, UserDirectory, type UserProfile } from '../../users/contract/index.js';
import type { ApprovalClaim } from './storage/stored-backchannel-requests.adapter.js';

/** Provides users to the protocol engine as accounts. Only ACTIVE users have an account. */
@Injectable()
export class Accounts {
  constructor(private readonly users: UserDirectory) {}

  async find(sub: string, approval: () => ApprovalClaim | undefined = () => undefined): Promise<Account | undefined> {
    const card = await this.users.find(sub);
    if (card?.status !== 'ACTIVE') return undefined;
    return {
      accountId: sub,
      userId: card.ref.userId,
      ref: card.ref,
      groups: card.groups,
      profile: card,
      claims: (use, _scope, asked) => ({
        ...claimsOf(card, asked),
        ...(use === 'id_token' && { approval: approval() }),
      }),
    };
  }
}

/**
 * Standard claims (OpenID Connect Core, 5.1); missing values are left out. The engine then selects claims by the
 * client's scopes.
 */
function claimsOf(user: UserProfile, asked: object = {}): AccountClaims {
  const { ref, firstName, lastName, emailId, emailVerified, mobileNumber, language, groups } = user;
  const name = [firstName, lastName].filter(Boolean).join(' ');
  const known = {
    name: name === '' ? null : name,
    given_name: firstName,
    family_name: lastName,
    locale: language ?? DEFAULT_LANGUAGE,
    preferred_username: ref.userId,
    email: emailId,
    // The value `email_verified: false` is sent only to clients that request the claim.
    // Some products reject users with the value false, but accept users without the claim.
    email_verified: emailVerified || (emailId !== null && 'email_verified' in asked ? false : null),
    phone_number: mobileNumber,
    phone_number_verified: mobileNumber === null ? null : false, // the service does not verify phone numbers
    groups,
  };
  return { sub: ref.sub, ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)) };
}
