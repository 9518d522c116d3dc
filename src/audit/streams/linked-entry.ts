import type { StoredEntry } from '../chain/chain-content.js';

/** An audit entry with its number and hash in the chain. */
export interface LinkedEntry extends StoredEntry {
  readonly number: number;
  /** Hexadecimal. */
  readonly hash: string;
}
