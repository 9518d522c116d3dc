import { isPublicAddress } from './destinations.js';

describe('An address that is not public', () => {
  it.each([
    ['of this machine', ['127.0.0.1', '127.255.255.254', '::1', '0.0.0.0', '::']],
    ['of a private network', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1']],
    ['of a provider behind whom many share one', ['100.64.0.1', '100.127.255.255']],
    ['of the link', ['169.254.1.1', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1']],
    [
      'where clouds tell secrets',
      ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '192.0.0.192', '168.63.129.16'],
    ],
    ['of many at once', ['224.0.0.1', '239.255.255.250', '255.255.255.255', 'ff02::1']],
    ['for documents and tests', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1']],
    ['that nobody has', ['240.0.0.1', '100::1', '5f00::1', '4000::1']],
    ['written as IPv6', ['::ffff:10.0.0.1', '::ffff:7f00:1', '::10.0.0.1', '::ffff:169.254.169.254']],
    ['translated from IPv4', ['64:ff9b::10.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::10.0.0.1']],
    ['at the end of a tunnel', ['2002:7f00:1::1', '2002:a00:1::', '2001:0:4136:e378::1', '192.88.99.1']],
    ['that is none', ['', 'localhost', '127.1', '1', '::ffff:999.0.0.1']],
  ])('is one %s', (_what, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});

it('Every other address is public, also translated and written as IPv6', () => {
  const addresses = [
    ...['1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0'],
    ...['192.167.255.255', '192.169.0.0', '223.255.255.255', '2606:4700::1111', '2a00:1450::1', '2001:4860::8888'],
    ...['::ffff:1.1.1.1', '64:ff9b::1.1.1.1', '64:ff9b::101:101'],
  ];
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
});
