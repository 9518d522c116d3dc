import { isIP } from 'node:net';
import { Networks, isHostOrNetwork } from '../../config/networks.js';
import { isLoopbackHost, isPlainUrl } from '../kernel/index.js';

/**
 * IPv4 ranges that are not public: this machine, private networks, multicast, and ranges without hosts, such as those
 * for documentation (see the IANA registry of special-purpose addresses).
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local; most clouds serve a machine's credentials at 169.254.169.254
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
  '168.63.129.16/32', // a public address, but in Azure it leads from a virtual machine to the machine's own host
];

/** IPv6 ranges within `2000::/3` that are not public: special protocols, tunnels to any IPv4 address, documentation. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
const PUBLIC_IPV6 = '2000::/3';
/**
 * Prefixes of IPv6 addresses that contain an IPv4 address: NAT64 (RFC 6052) and IPv4-mapped. Such an address is public
 * if the IPv4 address is.
 */
const CARRIES_IPV4 = ['64:ff9b::', '::ffff:'];

const carried = ([address = '', bits]: readonly string[]): string[] =>
  CARRIES_IPV4.map((prefix) => `${prefix}${address}/${96 + Number(bits)}`);

const assigned = new Networks(['0.0.0.0/0', PUBLIC_IPV6, ...carried(['0.0.0.0', '0'])]);
const special = new Networks([
  ...SPECIAL_IPV4,
  ...SPECIAL_IPV6,
  ...SPECIAL_IPV4.flatMap((network) => carried(network.split('/'))),
]);

/** Whether an address is public, which means that it identifies the same host from anywhere on the internet. */
export const isPublicAddress = (address: string): boolean => assigned.includes(address) && !special.includes(address);

/**
 * Decides which URLs and addresses we may call: public addresses over TLS, and the hosts and networks that operators
 * allow.
 */
export class Destinations {
  readonly #hosts: ReadonlySet<string>;
  readonly #networks: Networks;

  constructor(
    named: readonly string[],
    /** Whether calls to this machine may use plain HTTP. */
    private readonly plainToOurselves: boolean,
  ) {
    this.#hosts = new Set(named.filter((entry) => !Networks.isEntry(entry)));
    this.#networks = new Networks(named.filter((entry) => Networks.isEntry(entry)));
  }

  /** Whether a string is a valid entry in the list of allowed destinations: a host, an address or a subnet. */
  static isEntry(text: string): boolean {
    return isHostOrNetwork(text);
  }

  /**
   * Returns the reason why a URL may not be called, or undefined if it may. The address that its host name resolves to
   * must then still be checked with `permits`.
   */
  faultOf(url: URL): string | undefined {
    const host = hostOf(url);
    if (url.username || url.password) return 'the URL carries credentials';
    if (!this.#mayBePlain(url) && url.protocol !== 'https:') return 'it is not https';
    return isIP(host) !== 0 && !this.permits(host, host) ? PRIVATE : undefined;
  }

  /** Returns the reason why a URL may not be registered, or undefined if it may. */
  faultOfText(url: string): string | undefined {
    if (!URL.canParse(url)) return 'it is not an absolute URL';
    return this.faultOf(new URL(url)) ?? (isPlainUrl(url) ? undefined : 'its host is not in canonical form');
  }

  /** Whether a call to an address is permitted. `host` is the host name that was resolved to the address. */
  permits(host: string, address: string): boolean {
    return this.#hosts.has(host) || isPublicAddress(address) || this.#networks.includes(address);
  }

  #mayBePlain(url: URL): boolean {
    return this.plainToOurselves && url.protocol === 'http:' && isLoopbackHost(hostOf(url));
  }
}

export const PRIVATE = 'its address is not public, and OUTBOUND_ALLOW does not name it';

/**
 * The host of a URL in the form for resolvers: without the brackets of IPv6, and without a final dot, which has no
 * effect.
 */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
