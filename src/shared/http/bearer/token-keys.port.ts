import type { KeyObject } from 'node:crypto';

/** The public keys that access tokens are signed with. */
export abstract class TokenKeys {
  abstract keyFor(keyId: string): Promise<KeyObject | undefined>;
}
