import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { AccountNotices, Enterprises, type UserCard } from '../../users/contract/index.js';
import { isLeaked } from './passwords/leaked-passwords.js';
import {
  PasswordStrength,
  lengthFault,
  normalised,
  type PasswordFault,
} from './passwords/password-strength.service.js';
import { CredentialsChanged, StepUpTries } from '../contract/index.js';
import { AddressLimit } from './tries/login-tries.service.js';
import { PasswordCheck, PasswordStore } from './passwords/password.store.js';
import { Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { PasswordHasher } from './passwords/password-hasher.service.js';

/** Decides whether a password is acceptable. */
@Injectable()
export class PasswordChoice {
  constructor(
    private readonly strength: PasswordStrength,
    private readonly enterprises: Enterprises,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async faultOf(password: string, known: readonly string[], enterpriseId: string): Promise<PasswordFault | undefined> {
    const fault = lengthFault(password);
    if (fault) return fault;
    if (isLeaked(normalised(password))) return 'leaked';
    const names = wordsOf([...known, ...(await this.#ownNames(enterpriseId))]);
    const isGuessable = isMadeOfNames(password, names) || (await this.strength.isGuessable(password, names));
    return isGuessable ? 'guessable' : undefined;
  }

  /**
   * Checks a password like `faultOf`, and also against the user's personal data. Call it only for a verified user,
   * because the result reveals something about that data.
   */
  faultFor(password: string, user: UserCard): Promise<PasswordFault | undefined> {
    return this.faultOf(password, knownOf(user), user.ref.enterpriseId);
  }

  /**
   * Names of the service and the enterprise. They appear on the page, so an attacker would guess passwords that contain
   * them.
   */
  async #ownNames(enterpriseId: string): Promise<string[]> {
    const { brandName, authUrl } = this.config;
    const name = (await this.enterprises.find(enterpriseId))?.name;
    return [PRODUCT, brandName, enterpriseId, new URL(authUrl).hostname, ...(name === undefined ? [] : [name])];
  }
}

const PRODUCT = 'Countersign';
const SHORTEST_NAME = 4;
/** Minimum number of characters that a password must contain in addition to names. */
const OTHER_CHARACTERS = 8;

/** Returns the given names and the words in them, except those of one or two characters. */
const wordsOf = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2)),
];

/** Whether a password consists mostly of names, like `Countersign2026!`. */
function isMadeOfNames(password: string, names: readonly string[]): boolean {
  const folded = normalised(password).toLowerCase();
  const longestFirst = names.map((name) => normalised(name).toLowerCase()).sort((a, b) => b.length - a.length);
  const left = longestFirst
    .filter((name) => name.length >= SHORTEST_NAME)
    .reduce((rest, name) => rest.replaceAll(name, ''), folded);
  return left !== folded && Array.from(left).length < OTHER_CHARACTERS;
}

/** The user's id, names, email address and mobile number, their parts, and common combinations. */
function knownOf({ ref, firstName, lastName, emailId, mobileNumber }: UserCard): string[] {
  const joined = ['', ' ', '.', '-', '_'].flatMap((joint) => [
    [firstName, lastName].join(joint),
    [lastName, firstName].join(joint),
  ]);
  const parts = [ref.userId, firstName, lastName, emailId, ...(emailId?.split(/[@.]/) ?? []), mobileNumber, ...joined];
  return parts.filter((part): part is string => part !== null && part.length > 2);
}

/** Checks the password of a signed-in user. */
@Injectable()
export class ConfirmPassword {
  constructor(
    private readonly addresses: AddressLimit,
    private readonly tries: StepUpTries,
    private readonly passwords: PasswordCheck,
  ) {}

  confirm(sub: string, password: string): Promise<boolean> {
    return this.addresses.countFailures(
      async () => (await this.tries.settle(sub, () => this.passwords.fits(sub, password))) === 'right',
      (right) => right,
    );
  }
}

export type PasswordChanged = 'changed' | 'wrongPassword' | PasswordFault;

/**
 * Changes the password of a user who knows the current one. A password that was set or deleted meanwhile, by a recovery
 * for example, is not overwritten.
 */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly choice: PasswordChoice,
    private readonly confirmation: ConfirmPassword,
    private readonly hasher: PasswordHasher,
    private readonly passwords: PasswordStore,
    private readonly notices: AccountNotices,
    private readonly uow: UnitOfWork,
  ) {}

  /** `endOthers` ends the user's other sessions. It runs in the transaction of the change. */
  async change(
    user: UserCard,
    current: string,
    next: string,
    endOthers: () => Promise<void>,
  ): Promise<PasswordChanged> {
    const fault = await this.choice.faultFor(next, user);
    if (fault) return fault;
    const { sub, enterpriseId, test } = user.ref;
    const setAt = await this.passwords.setAt(sub);
    if (!(await this.confirmation.confirm(sub, current)) || !setAt) return 'wrongPassword';
    const hash = await this.hasher.hash(next);
    return this.uow.run(async (tx): Promise<PasswordChanged> => {
      if (!(await this.passwords.replace(tx, sub, setAt, hash))) return 'wrongPassword';
      const tenant = Tenant.of(enterpriseId, test);
      tx.pending.audit.push({ kind: 'auth.password-set', tenant, subject: sub, details: { by: 'user' } });
      tx.record(new CredentialsChanged({ sub, enterpriseId, change: 'passwordChanged' }));
      this.notices.tell(tx, sub, 'passwordChanged');
      await endOthers();
      return 'changed';
    });
  }
}
