import { AllowedCallers } from './bearer.ports.js';

describe('Allowed callers', () => {
  it('are any when none is named', () => {
    expect(new AllowedCallers([]).includes('198.51.100.1')).toBe(true);
    expect(new AllowedCallers([]).includes(undefined)).toBe(true);
  });

  it('are those that are named, when some are', () => {
    const callers = new AllowedCallers(['203.0.113.0/24']);
    expect(['203.0.113.7', '198.51.100.1', undefined].map((address) => callers.includes(address))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
