import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demandSame, heading } from '../proof.mjs';

/**
 * Proves that the second block of configuration in `docs/integrators/sign-in-with-existing-software.md` works. It
 * replaces the client secret with a key.
 */
export async function proveKey(stage) {
  heading('A key instead of the secret');
  const jwk = { ...newKey(stage.folder).export({ format: 'jwk' }), kid: 'KEY_ID' };
  const changes = { authMethod: 'private_key_jwt', jwks: { keys: [jwk] } };
  const { url } = await stage.application('key', changes, ([plain, key]) => `${withoutSecret(plain)}${key}`);
  const code = await stage.enrol('chloe', { firstName: 'Chloé', lastName: 'Marchand' });
  const chloe = await stage.visitor();
  await chloe.open(url);
  await chloe.activate('chloe', code, 'lamp orbit velvet 27 canoe');
  demandSame(await chloe.reads('#REMOTE_USER'), 'chloe', 'Apache gets its tokens by a signature (private_key_jwt)');
}

const withoutSecret = (configuration) => configuration.replace(/^OIDCClientSecret .*$/m, '');

function newKey(folder) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [secret, open] = [privateKey.export(pem('pkcs8')), publicKey.export(pem('spki'))];
  writeFileSync(join(folder, 'sign-in-key.pem'), secret, { mode: 0o600 });
  writeFileSync(join(folder, 'sign-in-public.pem'), open);
  return publicKey;
}

const pem = (type) => ({ type, format: 'pem' });
