import { isLoopbackAddress, isLoopbackHost } from './loopback.js';

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
