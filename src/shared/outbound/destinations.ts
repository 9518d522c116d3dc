import { isIP } from 'node:net';
import { isLoopbackHost } from '../kernel/loopback.js';
import { isHostOrNetwork, Networks } from '../../config/networks.js';
import { isPublicAddress } from './public-addresses.js';

/** Where our calls may go: anywhere public, by TLS, and to what operators have named besides. */
export class Destinations {
  readonly #hosts: ReadonlySet<string>;
  readonly #networks: Networks;

  constructor(
    named: readonly string[],
    /** Whether a call to this very machine may do without TLS. */
    private readonly plainToOurselves: boolean,
  ) {
    this.#hosts = new Set(named.filter((entry) => !Networks.isEntry(entry)));
    this.#networks = new Networks(named.filter((entry) => Networks.isEntry(entry)));
  }

  /** A host, an address or a subnet. */
  static isEntry(text: string): boolean {
    return isHostOrNetwork(text);
  }

  /** Why it may not be called; undefined when it depends on where its name leads. */
  faultOf(url: URL): string | undefined {
    const host = hostOf(url);
    if (url.username || url.password) return 'the URL carries credentials';
    if (!this.#mayBePlain(url) && url.protocol !== 'https:') return 'it is not https';
    return isIP(host) !== 0 && !this.permits(host, host) ? PRIVATE : undefined;
  }

  /** `host`: by which name the address was found. */
  permits(host: string, address: string): boolean {
    return this.#hosts.has(host) || isPublicAddress(address) || this.#networks.includes(address);
  }

  #mayBePlain(url: URL): boolean {
    return this.plainToOurselves && url.protocol === 'http:' && isLoopbackHost(hostOf(url));
  }
}

export const PRIVATE = 'its address is not public, and OUTBOUND_ALLOW does not name it';

/** As resolvers want it: without the brackets of IPv6, and without a last dot, which changes nothing. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
