import { isIP } from 'node:net';
import { Networks, isHostOrNetwork } from '../../config/networks.js';
import { isLoopbackHost, isPlainUrl } from '../kernel/index.js';

/**
 * IPv4 ranges of this machine, private networks, multicast, or no host at all (IANA's registry of special-purpose
 * addresses).
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local: most clouds tell a machine its credentials at 169.254.169.254
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32', // a public address, but the host of a virtual machine at Azure
];

/** Parts of the public range that are not public: special protocols, tunnels to any IPv4, examples. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
const PUBLIC_IPV6 = '2000::/3';
/** Both end in an IPv4 address, which decides: translated by a network (RFC 6052), or as a socket writes it. */
const CARRIES_IPV4 = ['64:ff9b::', '::ffff:'];

const carried = ([address = '', bits]: readonly string[]): string[] =>
  CARRIES_IPV4.map((prefix) => `${prefix}${address}/${96 + Number(bits)}`);

const assigned = new Networks(['0.0.0.0/0', PUBLIC_IPV6, ...carried(['0.0.0.0', '0'])]);
const special = new Networks([
  ...SPECIAL_IPV4,
  ...SPECIAL_IPV6,
  ...SPECIAL_IPV4.flatMap((network) => carried(network.split('/'))),
]);

/** Whether the address means the same machine to us as to anybody on the internet. */
export const isPublicAddress = (address: string): boolean => assigned.includes(address) && !special.includes(address);

/** Decides where our calls may go: to any public address by TLS, and to whatever operators have named. */
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

  /** Why an address that somebody wants to register may not be called. */
  faultOfText(url: string): string | undefined {
    if (!URL.canParse(url)) return 'it is not an absolute URL';
    return this.faultOf(new URL(url)) ?? (isPlainUrl(url) ? undefined : 'its host is not in canonical form');
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

/** A host in the form for resolvers: without the brackets of IPv6, and without a last dot, which changes nothing. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
