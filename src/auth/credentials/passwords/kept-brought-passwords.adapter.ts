import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../../shared/kernel/index.js';
import type { Tx } from '../../../shared/persistence/index.js';
import { type BroughtPassword, BroughtPasswords } from '../../../users/contract/index.js';
import { PasswordStore } from './password.store.js';

/** Passwords that users had elsewhere, as the hashes of the system before. The first sign-in makes them anew. */
@Injectable()
export class KeptBroughtPasswords extends BroughtPasswords {
  constructor(private readonly passwords: PasswordStore) {
    super();
  }

  keep(tx: Tx, tenant: Tenant, passwords: readonly BroughtPassword[]): void {
    this.passwords.add(tx, passwords);
    tx.pending.audit.push(
      ...passwords.map(({ sub }) => ({ kind: 'auth.password-set', tenant, subject: sub, details: { by: 'import' } })),
    );
  }
}
