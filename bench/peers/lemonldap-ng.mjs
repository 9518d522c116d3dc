import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../../scripts/lib/free-ports.mjs';

/**
 * The portal of LemonLDAP::NG (written in Perl) with sessions in memory. A client with a secret gets a token signed
 * with RS256, because the release in Debian supports no newer algorithm.
 */
const { id, secret } = JSON.parse(process.env.PEER);
/**
 * The number of workers. Each serves one connection until it closes, so there must be one for each connection of the
 * load.
 */
const WORKERS = 16;

const { LEMONLDAP: port } = await freePorts(['LEMONLDAP']);
const folder = mkdtempSync(join('/dev/shm', 'countersign-bench-'));
const url = `http://127.0.0.1:${port}/`;
const program = start();
const ended = new Promise((resolve) => program.once('exit', resolve));
process.on('SIGTERM', () => {
  program.kill();
  void ended.then(() => {
    rmSync(folder, { recursive: true, force: true });
    process.exit();
  });
});

await untilReady();
process.send(port);

function start() {
  const [configurations, sessions] = ['configurations', 'sessions'].map((name) => join(folder, name));
  [configurations, sessions].forEach((path) => mkdirSync(path));
  writeFileSync(join(configurations, 'lmConf-1.json'), JSON.stringify(configuration(sessions)));
  const settings = join(folder, 'lemonldap-ng.ini');
  writeFileSync(settings, settingsFor(configurations));
  const portal = join(folder, 'portal.psgi');
  writeFileSync(portal, 'use Lemonldap::NG::Portal::Main;\nLemonldap::NG::Portal::Main->run({});\n');
  const options = ['--preload-app', '--workers', String(WORKERS), '--listen', `127.0.0.1:${port}`];
  return spawn('starman', [...options, portal], {
    stdio: 'ignore',
    env: { ...process.env, LLNG_DEFAULTCONFFILE: settings },
  });
}

function settingsFor(configurations) {
  return `[all]
logLevel = error
checkTime = 3600
[configuration]
type = File
dirName = ${configurations}
[portal]
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`;
}

function configuration(sessions) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const storage = { Directory: sessions, LockDirectory: sessions };
  return {
    ...{ cfgNum: 1, cfgDate: 1, cfgAuthor: 'bench', domain: '127.0.0.1', portal: url, securedCookie: 0 },
    ...{ key: 'bench', cookieName: 'session', locationRules: { '127.0.0.1': { default: 'accept' } } },
    ...{ authentication: 'Null', userDB: 'Null', passwordDB: 'Null', registerDB: 'Null' },
    ...{ globalStorage: 'Apache::Session::File', globalStorageOptions: storage },
    ...{ persistentStorage: 'Apache::Session::File', persistentStorageOptions: storage, localSessionStorage: '' },
    ...{ issuerDBOpenIDConnectActivation: 1, issuerDBOpenIDConnectPath: '^/oauth2/', issuerDBOpenIDConnectRule: 1 },
    oidcServicePrivateKeySig: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    oidcServicePublicKeySig: publicKey.export({ type: 'spki', format: 'pem' }),
    oidcServiceKeyIdSig: 'bench',
    oidcRPMetaDataOptions: {
      bench: {
        oidcRPMetaDataOptionsClientID: id,
        oidcRPMetaDataOptionsClientSecret: secret,
        oidcRPMetaDataOptionsAllowClientCredentialsGrant: 1,
        oidcRPMetaDataOptionsAccessTokenJWT: 1,
        oidcRPMetaDataOptionsAccessTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsRedirectUris: 'https://bank.example/callback',
      },
    },
    oidcRPMetaDataExportedVars: { bench: { sub: 'uid' } },
  };
}

/** Waits until the portal answers. The first request to a worker also reads its configuration. */
async function untilReady() {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${url}oauth2/jwks`).catch(() => undefined);
    if (answer?.ok) return;
    if (answer) throw new Error(`LemonLDAP::NG answers ${answer.status}: is a package of Perl missing?`);
    await sleep(100);
  }
  throw new Error('LemonLDAP::NG does not listen');
}
