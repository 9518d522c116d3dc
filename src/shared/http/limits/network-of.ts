import { isIPv6 } from 'node:net';

/** Whom to count an address as: itself, or the /64 that a provider gives to one line, and within which anyone moves freely. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [plain = ''] = address.split('%', 1);
  const [head = '', tail] = plain.split('::');
  const before = groupsIn(head);
  const after = tail === undefined ? [] : groupsIn(tail);
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** An IPv4 address at the end stands for two groups. */
const groupsIn = (text: string): string[] =>
  text.split(':').flatMap((group) => (group === '' ? [] : group.includes('.') ? ['0', '0'] : [group]));
