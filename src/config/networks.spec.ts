import { Networks } from './networks.js';

describe('Networks', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.0/24', '203.0.113.255', true],
    ['203.0.113.0/24', '203.0.114.0', false],
    ['203.0.113.7', '::ffff:203.0.113.7', true],
    ['203.0.113.7', '::ffff:cb00:7107', true],
    ['2001:db8::/48', '2001:db8:0:1::1', true],
    ['2001:db8::/48', '2001:db8:1::1', false],
    ['0.0.0.0/0', '198.51.100.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
  ])('named as %s include %s: %s', (entry, address, expected) => {
    expect(new Networks([entry]).includes(address)).toBe(expected);
  });

  it.each([
    ['10.0.0.0/8', '10.1.0.0/16', true],
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '0.0.0.0/0', false],
    ['10.0.0.0/8', '11.0.0.0/8', false],
    ['10.0.0.0/8', 'fd00::/8', false],
    ['10.0.0.0/8', 'bank.example', false],
  ])('named as %s cover %s: %s', (entry, other, expected) => {
    expect(new Networks([entry]).covers(other)).toBe(expected);
  });

  it.each(['', 'unknown', '203.0.113.7, 198.51.100.1'])('never include %p', (address) => {
    expect(new Networks(['0.0.0.0/0', '::/0']).includes(address)).toBe(false);
  });

  it.each([
    '',
    '203.0.113',
    '203.0.113.0/33',
    '203.0.113.0/-1',
    '203.0.113.0/',
    '203.0.113.0/24/24',
    'bank.example',
    'fe80::1%eth0',
    '2001:db8::/129',
  ])('cannot be named as %p', (entry) => {
    expect(Networks.isEntry(entry)).toBe(false);
    expect(() => new Networks([entry])).toThrow('neither an address nor a subnet');
  });
});
