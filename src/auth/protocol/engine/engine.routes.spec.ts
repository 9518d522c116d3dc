import { isEngineRoute, routes } from './engine.routes.js';

describe('A path of the engine', () => {
  it.each([
    ...Object.values(routes),
    '/.well-known/openid-configuration',
    '/oauth/authorize/Zm9v-_9',
    '/oauth/logout/confirm',
    '/oauth/logout/success',
  ])('is left to the engine: %s', (path) => expect(isEngineRoute(path)).toBe(true));
});

describe('Any other path', () => {
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
  ])('is not left to the engine: %s', (path) => expect(isEngineRoute(path)).toBe(false));
});
