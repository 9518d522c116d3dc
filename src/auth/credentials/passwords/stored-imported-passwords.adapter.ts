import { Injectable } from '@nestjs/common';
import { Clock, type Tenant } from '../../../shared/kernel/index.js';
import type { Tx } from '../../../shared/persistence/index.js';
import { Sealer } from '../../../shared/security/index.js';
import { type ImportedPassword, ImportedPasswords } from '../../../users/contract/index.js';
import { Totp } from '../totp/totp.entity.js';
import { PasswordStore } from './password.store.js';

/**
 * Stores imported authenticator apps, and imported passwords as the previous system's hashes. The first sign-in
 * replaces such a hash with our own.
 */
@Injectable()
export class StoredImportedPasswords extends ImportedPasswords {
  constructor(
    private readonly passwords: PasswordStore,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {
    super();
  }

  keep(tx: Tx, tenant: Tenant, passwords: readonly ImportedPassword[]): void {
    this.passwords.add(tx, passwords);
    const apps = passwords.flatMap(({ sub, totpSecret }) => (totpSecret === null ? [] : [{ sub, totpSecret }]));
    if (apps.length > 0) this.#addApps(tx, apps);
    const entry = (kind: string) => (sub: string) => ({ kind, tenant, subject: sub, details: { by: 'import' } });
    tx.pending.audit.push(
      ...passwords.map(({ sub }) => sub).map(entry('auth.password-set')),
      ...apps.map(({ sub }) => sub).map(entry('auth.totp-added')),
    );
  }

  #addApps(tx: Tx, apps: readonly { readonly sub: string; readonly totpSecret: Buffer }[]): void {
    const rows = apps.map(({ sub, totpSecret }) => ({
      sub,
      sealed: this.sealer.seal(totpSecret, Totp.sealContext(sub)).toString('base64'),
    }));
    tx.send(ADD_APPS, [JSON.stringify(rows), this.clock.now()]);
  }
}

const ADD_APPS = `
  INSERT INTO auth.totp (sub, sealed_secret, last_step, created_at, last_used_at)
  SELECT sub, decode(sealed, 'base64'), 0, $2, $2 FROM jsonb_to_recordset($1::jsonb) AS brought(sub uuid, sealed text)`;
