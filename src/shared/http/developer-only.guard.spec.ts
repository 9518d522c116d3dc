import type { ExecutionContext } from '@nestjs/common';
import { DeveloperOnly } from './developer-only.guard.js';

const asked = (remoteAddress: string, headers: object = { host: 'localhost:8008' }): ExecutionContext =>
  ({ switchToHttp: () => ({ getRequest: () => ({ socket: { remoteAddress }, headers }) }) }) as never;

describe('What is for developers', () => {
  const here = new DeveloperOnly({ nodeEnv: 'development', developersFrom: [] });
  const inContainer = new DeveloperOnly({ nodeEnv: 'development', developersFrom: ['172.16.0.0/12'] });

  it('answers this machine, and a network only where a setting names it', () => {
    for (const guard of [here, inContainer]) expect(guard.canActivate(asked('::ffff:127.0.0.1'))).toBe(true);
    expect(inContainer.canActivate(asked('::ffff:172.18.0.1'))).toBe(true);
    expect(() => here.canActivate(asked('172.18.0.1'))).toThrow();
    expect(() => inContainer.canActivate(asked('192.168.1.20'))).toThrow();
  });

  it('answers this machine under its address in its network, and no phone there', () => {
    const inLan = new DeveloperOnly({ nodeEnv: 'development', developersFrom: [], lanAddress: '192.168.1.20' });
    const headers = { host: '192.168.1.20:8008' };
    expect(inLan.canActivate(asked('192.168.1.20', headers))).toBe(true);
    expect(inLan.canActivate(asked('127.0.0.1'))).toBe(true);
    expect(() => inLan.canActivate(asked('192.168.1.21', headers))).toThrow();
    expect(() => inLan.canActivate(asked('192.168.1.20', { host: '192.168.1.21:8008' }))).toThrow();
    expect(() => here.canActivate(asked('127.0.0.1', headers))).toThrow();
  });

  it('answers no other name, nobody behind a proxy, and nobody in production', () => {
    expect(() => inContainer.canActivate(asked('172.18.0.1', { host: 'evil.example' }))).toThrow();
    const forwarded = { host: 'localhost:8008', 'x-forwarded-for': '203.0.113.7' };
    expect(() => inContainer.canActivate(asked('172.18.0.1', forwarded))).toThrow();
    const production = new DeveloperOnly({ nodeEnv: 'production', developersFrom: [] });
    expect(() => production.canActivate(asked('127.0.0.1'))).toThrow();
  });
});
