import { serves } from './gate.js';
import { surfaces } from '../shared/http/index.js';

const served = (target: string): string[] =>
  surfaces.filter((surface) => serves(surface, target)).map(({ name }) => name);

describe('A path', () => {
  it.each([
    ['/v1/users', ['management']],
    ['/v1/users?next=/../IdvWebServer/', ['management']],
    ['/v1/users/a%40b', ['management']],
    ['/docs', ['management']],
    ['/docs/problems', ['management']],
    ['/service/authserver/oauth/token', ['auth', 'demo']],
    ['/.well-known/evidence-keys.json', ['auth', 'console', 'demo']],
    ['/service/evidence', ['auth', 'demo']],
    ['/IdvWebServer/', ['idv', 'demo']],
    ['/mobile/v1/socket', ['mobile', 'demo']],
    ['/metrics', ['ops']],
    ['/.well-known/jwks.json', ['auth']],
    ['/demo', ['demo']],
    ['/demo/', ['demo']],
    ['/', ['auth', 'management', 'idv', 'mobile', 'console', 'ops', 'demo']],
    ['/robots.txt', ['auth', 'management', 'idv', 'mobile', 'console', 'demo']],
  ])('%s is served by %j', (target, names) => {
    expect(served(target)).toEqual(names);
  });

  it.each([
    '',
    '*',
    'v1/users',
    'http://management.test/v1/users',
    '/v1',
    '/V1/users',
    '/v10/users',
    '/%76%31/users',
    '/docsx',
    '/metrics/x',
    '/robots.txt/x',
  ])('%j is nobody\u2019s', (target) => {
    expect(served(target)).toEqual([]);
  });

  it.each([
    '/v1/../IdvWebServer/x',
    '/v1/..',
    '/v1/./users',
    '/v1/.',
    '/v1/%2e%2e/IdvWebServer/x',
    '/v1/%2E%2E/x',
    '/v1/.%2e/x',
    '/v1//users',
    '//v1/users',
    '/v1/a%2fb',
    '/v1/a%2Fb',
    '/v1/a%5cb',
    '/v1/a\\..\\b',
    '/v1/a%00',
    '/v1/a#b',
    '/v1/a\u00a0',
    '/v1/a b',
    '/v1/a\tb',
  ])('%j could mean another, and is nobody\u2019s', (target) => {
    expect(served(target)).toEqual([]);
  });
});
