import { Networks } from '../../config/networks.js';

/** IPv4 that leads to us, to our network, to many, or nowhere (IANA's registry of special-purpose addresses). */
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
  '168.63.129.16/32', // public by its number, and yet the host of a machine at Azure
];

/** Within what is assigned to the public: protocols of their own, tunnels to any IPv4, examples. */
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

/** Whether anybody on the internet reaches the same machine by it as we do. */
export const isPublicAddress = (address: string): boolean => assigned.includes(address) && !special.includes(address);
