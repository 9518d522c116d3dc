import { misspelledSettings } from './misspelled.js';

describe('A variable of the environment', () => {
  it.each([
    ['LOG_LEVLE', 'LOG_LEVEL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['log_level', 'LOG_LEVEL'],
    ['ENCRYPTION_KEY', 'ENCRYPTION_KEYS'],
    ['ENCRYPTION_KEY_FILE', 'ENCRYPTION_KEYS_FILE'],
    ['DATABASE_ULR', 'DATABASE_URL'],
  ])('%s is told to be nearly %s', (given, meant) =>
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
  ])('%s is nothing to tell', (given) => expect(misspelledSettings({ [given]: 'x' })).toEqual([]));

  it('of any length costs no time', () => expect(misspelledSettings({ ['A'.repeat(100_000)]: 'x' })).toEqual([]));
});
