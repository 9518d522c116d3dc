import { misspelledSettings } from './misspelled.js';

describe('A variable of the environment', () => {
  it.each([
    ['LOG_LEVLE', 'LOG_LEVEL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['log_level', 'LOG_LEVEL'],
    ['ENCRYPTION_KEY', 'ENCRYPTION_KEYS'],
    ['ENCRYPTION_KEY_FILE', 'ENCRYPTION_KEYS_FILE'],
    ['DATABASE_ULR', 'DATABASE_URL'],
  ])('is told to be nearly another one: %s is %s', (given, meant) =>
    expect(misspelledSettings({ [given]: 'x' })).toEqual([{ given, meant }]),
  );

  it.each([
    'LOG_LEVEL',
    'ENCRYPTION_KEYS_FILE',
    'HOME',
    'PATH',
    'PWD',
    'NODE_OPTIONS',
    'KUBERNETES_PORT',
    'SSL_CERT_FILE',
    'npm_config_loglevel',
  ])('is nothing to tell when it is not nearly another one: %s', (given) =>
    expect(misspelledSettings({ [given]: 'x' })).toEqual([]),
  );

  it('costs no time, however long it is', () => expect(misspelledSettings({ ['A'.repeat(100_000)]: 'x' })).toEqual([]));
});
