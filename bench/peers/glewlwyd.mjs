import { spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../../scripts/lib/free-ports.mjs';

/**
 * Glewlwyd (written in C) with an SQLite database in memory. A client with a secret gets a token signed with ES256.
 * Install it with `apt-get install glewlwyd sqlite3`.
 */
const { id, secret, scope } = JSON.parse(process.env.PEER);
const { GLEWLWYD: port } = await freePorts(['GLEWLWYD']);
const folder = mkdtempSync(join('/dev/shm', 'countersign-bench-'));
const database = join(folder, 'glewlwyd.db');
const program = start();
process.on('SIGTERM', () => {
  program.kill();
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});

let cookie = '';
await untilReady();
await call('POST', '/auth/', { username: 'admin', password: 'password' });
for (const name of scope.split(' ')) {
  await call('POST', '/scope/', { name, display_name: name, password_required: false, scheme: {} });
}
await call('POST', '/mod/plugin/', { module: 'oidc', name: 'oidc', display_name: 'oidc', parameters: settings() });
await call('POST', '/client/?source=database', {
  ...{ client_id: id, name: id, client_secret: secret, confidential: true, enabled: true, scope: scope.split(' ') },
  ...{ authorization_type: ['client_credentials'], token_endpoint_auth_method: ['client_secret_basic'] },
  redirect_uri: ['https://bank.example/callback'],
});
process.send(port);

function start() {
  const tables = readFileSync('/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3');
  const { status, stderr } = spawnSync('sqlite3', [database], { input: tables });
  if (status !== 0) throw new Error(`The database of Glewlwyd could not be made: ${stderr}`);
  const file = join(folder, 'glewlwyd.conf');
  writeFileSync(file, configuration());
  return spawn('glewlwyd', [`--config-file=${file}`], { stdio: 'ignore', cwd: tmpdir() });
}

function configuration() {
  const modules = ['user', 'user_middleware', 'client', 'user_auth_scheme', 'plugin']
    .map((kind) => `${kind}_module_path="/usr/lib/glewlwyd/${kind.replace('user_auth_', '')}"`)
    .join('\n');
  return `port=${port}
bind_address="127.0.0.1"
external_url="http://127.0.0.1:${port}"
api_prefix="api"
log_mode="syslog"
log_level="NONE"
cookie_domain="127.0.0.1"
cookie_secure=0
session_expiration=86400
session_key="SESSION"
admin_scope="g_admin"
profile_scope="g_profile"
${modules}
hash_algorithm="SHA512"
database = { type = "sqlite3"; path = "${database}"; };
`;
}

function settings() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', kid: 'bench' };
  return {
    iss: `http://127.0.0.1:${port}`,
    'jwks-private': JSON.stringify({ keys: [key] }),
    'default-kid': 'bench',
    ...{ 'jwt-type': 'ecdsa', 'jwt-key-size': '256', 'subject-type': 'public', 'allow-non-oidc': true },
    ...{ 'access-token-duration': 3_600, 'refresh-token-duration': 86_400, 'code-duration': 600 },
    ...{ 'refresh-token-rolling': true, 'auth-type-client-enabled': true, 'auth-type-code-enabled': true },
    ...{ 'auth-type-token-enabled': false, 'auth-type-id-token-enabled': true, 'auth-type-password-enabled': false },
    ...{ 'auth-type-refresh-enabled': false, 'auth-type-none-enabled': false },
  };
}

async function untilReady() {
  for (let tries = 0; tries < 50; tries++) {
    if (await fetch(`http://127.0.0.1:${port}/api/`).catch(() => undefined)) return;
    await sleep(100);
  }
  throw new Error('Glewlwyd does not listen');
}

async function call(method, path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  const [set] = answer.headers.getSetCookie();
  if (set) cookie = set.split(';')[0];
}
