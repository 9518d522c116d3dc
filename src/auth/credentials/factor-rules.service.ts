import { Injectable } from '@nestjs/common';
import {
  allowancesOf,
  type AllowedFactor,
  Enterprises,
  UserDirectory,
  type UserRef,
} from '../../users/contract/index.js';

export interface FactorAllowances {
  /** Factors that can be forbidden. Passkeys always may be used. */
  readonly factors: readonly AllowedFactor[];
  readonly rememberBrowserDays: number;
}

const NONE: FactorAllowances = { factors: ['totp', 'approval', 'recoveryCode'], rememberBrowserDays: 0 };

/** Tells which second factors the enterprise and the groups of a user allow. */
@Injectable()
export class FactorRules {
  constructor(
    private readonly enterprises: Enterprises,
    private readonly users: UserDirectory,
  ) {}

  /** Answers from memory, unless groups have rules of their own. */
  async of({ sub, enterpriseId }: Pick<UserRef, 'sub' | 'enterpriseId'>): Promise<FactorAllowances> {
    const rules = (await this.enterprises.find(enterpriseId))?.signIn;
    if (!rules) return NONE;
    const byGroup = rules.groups.some((one) => one.factors !== undefined || one.rememberBrowserDays !== undefined);
    return allowancesOf(rules, byGroup ? ((await this.users.find(sub))?.groups ?? []) : []);
  }
}
