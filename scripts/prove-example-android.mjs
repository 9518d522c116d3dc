/**
 * Compiles the example for Android, and runs the tests of its core. Then its terminal app enrols at a new service,
 * lists the notifications and answers one. Proves that the user is activated, the device is enrolled, and the answer
 * has a verified signature and valid evidence. Run: `node scripts/prove-example-android.mjs [core]`. It needs JDK 17
 * and Maven. With `core`, the app itself is not compiled, for which Maven would download 140 MB once.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from './lib/build.mjs';
import { Browser } from './lib/demo/browser.mjs';
import { freePorts } from './lib/free-ports.mjs';
import { KotlinProject } from './lib/kotlin-project.mjs';
import { demand, demandSame, heading, proved } from './lib/proof.mjs';
import { RunningProgram } from './lib/running-program.mjs';
import { fromRoot } from './lib/root.mjs';
import { TerminalPhone } from './lib/terminal-phone.mjs';

const CODE = 'TRY-2468';
const USER = 'petra';

const parent = mkdtempSync(join(tmpdir(), 'countersign-android-'));
const started = [];
await proved(prove, {
  end: async () => {
    for (const end of started.reverse()) await end();
    rmSync(parent, { recursive: true, force: true });
  },
});

async function prove() {
  heading('The example is compiled');
  const project = new KotlinProject(parent);
  const compiled = project.testCore();
  demand(true, 'core and terminal compile without a warning, and the tests of core pass');
  if (process.argv[2] !== 'core') {
    project.compileApp();
    demand(true, 'the app compiles against the framework of Android 14');
  }

  heading('It meets a service');
  await buildIfStale();
  const service = await startService();
  const api = await enterprise(service);
  const { clientId } = await api('/v1/clients', {
    ...{ clientName: 'App', firstParty: true, applicationType: 'native', authMethod: 'none' },
    ...{ grantTypes: ['authorization_code'], scopes: ['openid', 'notifications'] },
    redirectUris: ['http://127.0.0.1/callback', 'com.example.wallet:/callback'],
  });
  await api('/v1/users', { userId: USER, primaryGroup: 'retail', predefinedCode: CODE });

  const phone = new TerminalPhone(compiled, {
    ISSUER: service.issuer,
    MOBILE_URL: service.mobile,
    CLIENT_ID: clientId,
  });
  started.push(() => phone.end());
  await activate(await phone.says(/^Open (\S+)/m));
  const deviceId = await phone.says(/^Enrolled device (\S+)\./m);
  demand(true, 'the user activates the account by a code on the login page, and the phone is enrolled');

  const { notification_uuid: uuid } = await api('/v1/notifications', {
    ...{ user_id: USER, msg_id: 'payment-1', expires_in: 300, ds_required: true },
    body: [
      { lng: 'en', subject: 'Überweisung', message: 'Do you pay 25.00 € to "Jón" 😀?', label: { Approve: 'Yes' } },
    ],
    actions: ['Approve', 'Decline'].map((label, index) => ({
      label,
      action: ['accept', 'reject'][index],
      authlevel: 0,
    })),
  });
  demandSame(
    await phone.says(/^(1 .*)$/m),
    '1 Yes (accept)',
    'the phone shows the question with the words of its buttons',
  );
  demandSame(
    await phone.says(/signature verified: (\w+)/),
    'true',
    'the service has verified the signature of the answer',
  );

  const { status, action_response, evidence } = await api(`/v1/notifications/${uuid}`);
  demandSame(`${status} ${action_response}`, 'UPDATED accept', 'the enterprise reads the answer');
  demandSame(evidence.device.device_id, deviceId, 'the evidence names the device');
  await verify(service, evidence);
}

async function startService() {
  const folder = join(parent, 'service');
  mkdirSync(folder);
  const ports = await freePorts(['AUTH', 'MANAGEMENT', 'IDV', 'MOBILE', 'CONSOLE', 'OPS']);
  const at = (surface) => `http://127.0.0.1:${ports[surface]}`;
  const urls = { AUTH_URL: at('AUTH'), MANAGEMENT_URL: at('MANAGEMENT'), MOBILE_URL: at('MOBILE') };
  const settings = { NODE_ENV: 'development', TLS_MODE: 'off', ...urls };
  const program = await RunningProgram.start(folder, settings, ports);
  started.push(() => program.end());
  return { folder, issuer: `${at('AUTH')}/service/authserver`, mobile: at('MOBILE'), management: at('MANAGEMENT') };
}

/** Returns a function that calls the management API as the client that the first start creates. */
async function enterprise({ folder, issuer, management }) {
  const { client_id, client_secret } = JSON.parse(readFileSync(join(folder, 'admin-client.json'), 'utf8'));
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'all' });
  const given = { method: 'POST', headers: { authorization: `Basic ${basic}` }, body };
  const { access_token } = await (await fetch(`${issuer}/oauth/token`, given)).json();
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  return async (path, sent) => {
    const how = sent ? { method: 'POST', body: JSON.stringify(sent) } : {};
    const answer = await fetch(management + path, { ...how, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
}

/** Activates the user in a browser, at the address that the phone has opened, and returns to the phone. */
async function activate(page) {
  const browser = new Browser('user');
  const back = new URL(page).searchParams.get('redirect_uri');
  const form = await browser.follow(await browser.open(page), '/activate');
  const typed = { login: USER, activation_code: CODE, new_password: 'correct-horse-7-battery' };
  const { url } = await browser.submit(form, '/activate', typed, back);
  const answer = await fetch(url);
  demandSame(answer.status, 200, 'the browser comes back to the phone');
}

async function verify({ issuer }, evidence) {
  const keys = await fetch(`${new URL(issuer).origin}/.well-known/evidence-keys.json`);
  writeFileSync(join(parent, 'evidence-keys.json'), await keys.text());
  const verdict = async (name, text) => {
    writeFileSync(join(parent, name), text);
    const command = fromRoot('packages/evidence/bin/countersign-evidence.js');
    const child = spawn(process.execPath, [command, 'verify', join(parent, name)], { stdio: 'ignore' });
    return new Promise((resolve) => child.once('close', resolve));
  };
  const text = JSON.stringify(evidence);
  demandSame(await verdict('evidence.json', text), 0, 'the evidence of the answer is valid');
  demandSame(await verdict('altered.json', text.replace('25.00', '35.00')), 1, 'with one digit changed it is not');
}
