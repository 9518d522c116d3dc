import type { StoredEntry } from '../chain/chain-content.js';

/** An entry with its place in the chain. */
export interface LinkedEntry extends StoredEntry {
  readonly number: number;
  /** Hexadecimal. */
  readonly hash: string;
}
