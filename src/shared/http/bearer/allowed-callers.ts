import { Networks } from '../../../config/networks.js';

/** The addresses that a client may call from. None named: any. */
export class AllowedCallers {
  readonly #networks: Networks | undefined;

  constructor(entries: readonly string[]) {
    this.#networks = entries.length === 0 ? undefined : new Networks(entries);
  }

  includes(address: string | undefined): boolean {
    return this.#networks === undefined || (address !== undefined && this.#networks.includes(address));
  }
}
