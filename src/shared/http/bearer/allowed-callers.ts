import { BlockList, isIP, isIPv4 } from 'node:net';

/** The addresses that a client may call from: single ones and subnets (`203.0.113.7`, `2001:db8::/48`). None: any. */
export class AllowedCallers {
  readonly #list = new BlockList();
  readonly #any: boolean;

  constructor(entries: readonly string[]) {
    this.#any = entries.length === 0;
    for (const entry of entries) this.#add(entry);
  }

  static isEntry(text: string): boolean {
    return parse(text) !== undefined;
  }

  includes(address: string | undefined): boolean {
    if (this.#any) return true;
    const plain = address && unmapped(address);
    return plain ? isIP(plain) > 0 && this.#list.check(plain, familyOf(plain)) : false;
  }

  #add(entry: string): void {
    const parsed = parse(entry);
    if (!parsed) throw new Error(`${entry} is neither an address nor a subnet`);
    this.#list.addSubnet(parsed.address, parsed.bits, familyOf(parsed.address));
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6');

/** A socket that listens on both families shows an IPv4 caller as `::ffff:203.0.113.7`. */
function unmapped(address: string): string {
  const tail = address.replace(/^::ffff:/i, '');
  return isIPv4(tail) ? tail : address;
}

function parse(entry: string): { address: string; bits: number } | undefined {
  const [address = '', prefix, ...more] = entry.split('/');
  const width = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const bits = prefix === undefined ? width : Number(prefix);
  if (more.length > 0 || width === 0 || address.includes('%') || !/^\d{1,3}$/.test(prefix ?? '0') || bits > width)
    return undefined;
  return { address, bits };
}
