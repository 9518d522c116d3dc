import { Injectable } from '@nestjs/common';
import {
  allowancesOf,
  type AllowedFactor,
  Enterprises,
  UserDirectory,
  type UserRef,
} from '../../users/contract/index.js';

export interface FactorAllowances {
  /** The allowed second factors. Passkeys are not listed, because they are always allowed. */
  readonly factors: readonly AllowedFactor[];
  readonly rememberBrowserDays: number;
}

const NONE: FactorAllowances = { factors: ['totp', 'approval', 'recoveryCode'], rememberBrowserDays: 0 };

/** Determines which second factors a user's enterprise and groups allow. */
@Injectable()
export class FactorRules {
  constructor(
    private readonly enterprises: Enterprises,
    private readonly users: UserDirectory,
  ) {}

  /**
   * Returns the factors that a user is allowed to use. Reads the user from the database only if the enterprise has
   * rules for groups.
   */
  async of({ sub, enterpriseId }: Pick<UserRef, 'sub' | 'enterpriseId'>): Promise<FactorAllowances> {
    const rules = (await this.enterprises.find(enterpriseId))?.signIn;
    if (!rules) return NONE;
    const byGroup = rules.groups.some((one) => one.factors !== undefined || one.rememberBrowserDays !== undefined);
    return allowancesOf(rules, byGroup ? ((await this.users.find(sub))?.groups ?? []) : []);
  }
}
