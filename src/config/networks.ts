import { BlockList, isIP } from 'node:net';

/**
 * A list of IP addresses and subnets, such as `203.0.113.7` and `2001:db8::/48`. An IPv4-mapped IPv6 address
 * (`::ffff:203.0.113.7`) counts as the IPv4 address.
 */
export class Networks {
  readonly #list = new BlockList();

  constructor(private readonly entries: readonly string[]) {
    for (const entry of entries) this.#add(entry);
  }

  static isEntry(text: string): boolean {
    return parse(text) !== undefined;
  }

  /** Whether these networks contain every address of `entry`, which is an IP address or a subnet. */
  covers(entry: string): boolean {
    const wanted = parse(entry);
    if (!wanted) return false;
    return this.entries.some((one) => {
      const own = parse(one);
      return own !== undefined && own.bits <= wanted.bits && new Networks([one]).includes(wanted.address);
    });
  }

  includes(address: string): boolean {
    return isIP(address) !== 0 && this.#list.check(address, familyOf(address));
  }

  #add(entry: string): void {
    const parsed = parse(entry);
    if (!parsed) throw new Error(`${entry} is neither an address nor a subnet`);
    this.#list.addSubnet(parsed.address, parsed.bits, familyOf(parsed.address));
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

function parse(entry: string): { address: string; bits: number } | undefined {
  const [address = '', prefix, ...more] = entry.split('/');
  const width = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const bits = prefix === undefined ? width : Number(prefix);
  if (more.length > 0 || width === 0 || address.includes('%') || !/^\d{1,3}$/.test(prefix ?? '0') || bits > width)
    return undefined;
  return { address, bits };
}

const HOST_NAME = /^(?![\d.]+$)[a-z\d_-]+(?:\.[a-z\d_-]+)*$/;

/** Whether a string is a host name, an IP address or a subnet. */
export const isHostOrNetwork = (text: string): boolean => Networks.isEntry(text) || HOST_NAME.test(text);
