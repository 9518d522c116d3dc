import { isLoopbackAddress, isLoopbackHost, isPlainUrl } from './hosts.js';

describe('Loopback', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('knows the address %s', (address) =>
    expect(isLoopbackAddress(address)).toBe(true),
  );

  it.each(['128.0.0.1', '10.0.0.1', '::2', '::', '::ffff:10.0.0.1', '127.0.0.1.example.com', 'localhost', ''])(
    'does not take %j for such an address',
    (address) => expect(isLoopbackAddress(address)).toBe(false),
  );

  it('knows hosts by name and in brackets', () => {
    expect(['localhost', 'LOCALHOST', '[::1]', '127.0.0.1'].map(isLoopbackHost)).toEqual([true, true, true, true]);
    expect(['localhost.example.com', 'notlocalhost', '[::2]'].map(isLoopbackHost)).toEqual([false, false, false]);
  });
});

it.each([
  'https://portal.example',
  'https://Portal.Example:443/a@b?c=https://d.example/#/route',
  'https://portal.example:8443/done',
  'http://127.0.0.1:8080/',
  'https://[2001:db8::1]/',
])('All parsers find the same host in %s', (url) => expect(isPlainUrl(url)).toBe(true));

it.each([
  'https:///evil.example',
  'https:////evil.example/',
  'https:/evil.example',
  'https:evil.example',
  'https://@evil.example',
  'https://:@evil.example',
  'https://a:b@evil.example/',
  'https://portal.example\\@evil.example',
  'https://portal.example/\\evil.example',
  'https:\\\\evil.example',
  'https://portal.example\t.evil.example/',
  'https://portal.example\n/',
  'https://portal%2eexample/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://portal.example:/',
  'https://portal.example:0443/',
  'https://pörtal.example/',
  'ftp://portal.example/',
])('Parsers read %j differently', (url) => expect(isPlainUrl(url)).toBe(false));
