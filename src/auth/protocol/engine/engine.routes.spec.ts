import { isEngineRoute, routes } from './engine.routes.js';

describe('The engine is asked for', () => {
  it.each([
    ...Object.values(routes),
    '/.well-known/openid-configuration',
    '/oauth/authorize/Zm9v-_9',
    '/oauth/logout/confirm',
    '/oauth/logout/success',
  ])('%s', (path) => expect(isEngineRoute(path)).toBe(true));
});

describe('The engine is not asked for', () => {
  it.each([
    '/',
    '/oauth',
    '/oauth/token/',
    '/OAuth/Token',
    '/oauth/authorize/',
    '/oauth/authorize/a/b',
    '/oauth/authorize/%61',
    `/oauth/authorize/${'a'.repeat(65)}`,
    '/oauth/register',
    '/oauth/device/',
    '/oauth/Device',
  ])('%s', (path) => expect(isEngineRoute(path)).toBe(false));
});
