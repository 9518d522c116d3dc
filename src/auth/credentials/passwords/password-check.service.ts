import { Injectable } from '@nestjs/common';
import { PasswordHasher } from './password-hasher.service.js';
import { PasswordStore } from './password.store.js';

/** Whether a password is that of a user; of nobody, none is, after the same work. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly passwords: PasswordStore,
    private readonly hasher: PasswordHasher,
  ) {}

  async fits(sub: string | undefined, password: string): Promise<boolean> {
    const kept = await this.passwords.hashOf(sub);
    const { fits, stale } = await this.hasher.check(password, kept);
    if (fits && stale && sub && kept) await this.passwords.rehash(sub, kept, await this.hasher.hash(password));
    return fits;
  }
}
