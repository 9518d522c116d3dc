import { Destinations, PRIVATE } from './destinations.js';

const fault = (url: string, named: readonly string[] = [], plainToOurselves = false) =>
  new Destinations(named, plainToOurselves).faultOf(new URL(url));

describe('A call', () => {
  it.each([
    ['to a name, wherever it leads', 'https://bank.example/logout', undefined],
    ['to a public address', 'https://1.1.1.1/', undefined],
    ['not by http', 'http://bank.example/', 'it is not https'],
    ['not by http to this machine', 'http://127.0.0.1/', 'it is not https'],
    ['not by another scheme', 'ftp://bank.example/', 'it is not https'],
    ['not with credentials', 'https://user:pass@bank.example/', 'the URL carries credentials'],
    ['not to a private address', 'https://10.1.2.3/', PRIVATE],
    ['not to one that is written in IPv6', 'https://[::1]/', PRIVATE],
    ['not to one that is written as a number', 'https://2130706433/', PRIVATE],
    ['not to one that is written in octal', 'https://0177.0.0.1/', PRIVATE],
    ['not to one that is written in hexadecimal', 'https://0x7f.1/', PRIVATE],
  ])('goes %s: %s', (_what, url, expected) => {
    expect(fault(url)).toBe(expected);
  });

  it.each([
    ['http://127.0.0.1:8080/', undefined],
    ['http://[::1]:8080/', undefined],
    ['http://localhost:8080/', undefined],
    ['http://10.0.0.1/', 'it is not https'],
    ['http://localhost.bank.example/', 'it is not https'],
  ])('goes by http only to this machine, while developing: %s', (url, expected) => {
    expect(fault(url, ['127.0.0.0/8', '::1'], true)).toBe(expected);
  });

  it('goes to what is named, though it is private', () => {
    const named = new Destinations(['kyc.bank.internal', '10.1.0.0/16', 'fd00::/8'], false);
    expect(named.faultOf(new URL('https://10.1.2.3/'))).toBeUndefined();
    expect(named.faultOf(new URL('https://10.2.2.3/'))).toBe(PRIVATE);
    expect(named.permits('kyc.bank.internal', '192.168.1.1')).toBe(true);
    expect(named.permits('other.bank.internal', '192.168.1.1')).toBe(false);
    expect(named.permits('other.bank.internal', 'fd00::1')).toBe(true);
  });
});

it.each([
  ['kyc.bank.internal', true],
  ['localhost', true],
  ['10.1.0.0/16', true],
  ['::1', true],
  ['10.1.0.0/33', false],
  ['10.1', false],
  ['https://kyc.bank.internal', false],
  ['kyc.bank.internal:8443', false],
  ['*.bank.internal', false],
  ['', false],
])('An operator may name %j: %s', (entry, expected) => {
  expect(Destinations.isEntry(entry)).toBe(expected);
});
