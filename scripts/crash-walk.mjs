import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import sharp from 'sharp';
import { buildIfStale } from './lib/build.mjs';
import { Caller } from './lib/crash/caller.mjs';
import { Visit } from './lib/crash/visit.mjs';
import { freePorts } from './lib/free-ports.mjs';
import { RunningProgram } from './lib/running-program.mjs';

/**
 * Kills the process before and during every step of an identity verification, and checks that the user can continue
 * from there. Run: `node scripts/crash-walk.mjs [users]`. For each user, the kill during a step comes after a different
 * delay.
 */

const users = Number(process.argv[2] ?? 1);
const BACK = 'https://portal.example/back';
/** One verification runs on our pages, for a client in test mode with a KYC endpoint. The other runs at a vendor. */
const OURS = {
  order: ['consent', 'document', 'front', 'back', 'confirm', 'selfie', 'kyc', 'optIn', 'done'],
  client: { test: true, kyc: { url: '' } },
  result: { status: 'VERIFIED', attempts: { document: 1, selfie: 1 }, kycReferenceId: 'KYC-1' },
};
const AT_VENDOR = {
  order: ['consent', 'vendor', 'optIn', 'done'],
  client: { test: false },
  result: { status: 'VERIFIED', attempts: { document: 0, selfie: 0 }, kycReferenceId: undefined },
};
/** Steps in which the user waits for the KYC endpoint or the vendor. */
const WAITS = ['kyc', 'vendor'];
/** How long after the beginning of a step the process is killed, in milliseconds. */
const MOMENTS = [30, 5, 120];

await buildIfStale();
const parent = mkdtempSync(join(tmpdir(), 'countersign-walk-'));
chmodSync(parent, 0o755);
const folder = join(parent, 'data');
const picture = await sharp({ create: { width: 1_400, height: 900, channels: 3, background: '#a7b0b8' } })
  .jpeg()
  .toBuffer();
const problems = [];
const { EXTERNAL: port } = await freePorts(['EXTERNAL']);
const settings = {
  IDV_ENGINE: 'vendor',
  IDV_VENDOR_URL: `https://localhost:${port}/vendor`,
  IDV_VENDOR_TOKEN: 'crash',
  IDV_VENDOR_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
};
OURS.client.kyc.url = `https://localhost:${port}/kyc`;
let program = await RunningProgram.start(folder, settings);
let caller = await Caller.admit(folder, program.ports);
const externalServices = await startExternalServices(port);
try {
  for (const way of [OURS, AT_VENDOR]) {
    const client = await onboard(way.client);
    for (let number = 0; number < users; number++)
      await walk(way, client, `walker-${way.order.length}-${number}`, MOMENTS[number % MOMENTS.length]);
  }
} finally {
  externalServices.close();
  caller.close();
  await program.end();
  rmSync(parent, { recursive: true, force: true });
}
console.log(
  problems.length > 0 ? `\nNOT SOUND: ${problems.join('; ')}` : '\nEvery user went on where the process died.',
);
process.exitCode = problems.length > 0 ? 1 : 0;

async function walk(way, client, userId, moment) {
  console.log(
    `\n${userId}: killed before each step, and ${moment} ms after it began\nstep       killed     restarted  goes on at`,
  );
  await api(client, 'POST', '/v1/users', { userId, primaryGroup: 'crash', preferredStatus: 'ONBOARDING' });
  const opened = await api(client, 'POST', '/v1/idvWebTokens', { userId, redirectUrl: BACK });
  const token = JSON.parse(opened.body).web_session_id;
  const visit = new Visit(caller, picture);
  await visit.start(token);
  let { step } = await visit.step();
  while (step !== 'done') {
    await restarted('before', visit, step, [step]);
    // The KYC endpoint and the vendor fail until the process has been restarted, so the job must continue afterwards.
    externalServices.areUnavailable = !WAITS.includes(step);
    if (WAITS.includes(step)) {
      const waiting = step;
      for (; step === waiting; { step } = await visit.step()) await sleep(200);
      continue;
    }
    const acting = visit.act(step).catch(() => undefined);
    await sleep(moment);
    await restarted('in it', visit, step, [step, way.order[way.order.indexOf(step) + 1]], acting);
    if ((await visit.step()).step === step) await visit.act(step);
    const next = (await visit.step()).step;
    if (next === step) throw new Error(`${userId} does not get past ${step}`);
    step = next;
  }
  await judge(way, client, userId, token);
}

async function restarted(when, visit, step, expected, acting) {
  const began = performance.now();
  await program.kill();
  await acting;
  caller.close();
  program = await RunningProgram.start(folder, settings);
  caller = await Caller.admit(folder, program.ports);
  visit.caller = caller;
  const { step: now } = await visit.step();
  if (!expected.includes(now)) problems.push(`killed ${when} ${step}, the user is at ${now}`);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`${step.padEnd(11)}${when.padEnd(11)}${`${seconds} s`.padStart(9)}  ${now}`);
}

/** Checks that the enterprise reads the expected result, and that it can then set the user's status to CREATED. */
async function judge(way, client, userId, token) {
  const result = JSON.parse((await api(client, 'GET', `/v1/idvWebTokens/${token}`)).body);
  const { status, attempts, kycReferenceId } = result;
  if (!isDeepStrictEqual({ status, attempts, kycReferenceId }, way.result))
    problems.push(`${userId}: ${JSON.stringify(result)}`);
  const created = await api(client, 'PUT', `/v1/users/${userId}/status`, { status: 'CREATED' });
  if (created.status !== 200) problems.push(`${userId} cannot become CREATED: ${created.status}`);
  console.log(`${status}, attempts ${JSON.stringify(attempts)}, then CREATED: ${created.status}`);
}

async function onboard(more) {
  const scopes = ['users:write', 'users:read', 'idv:write', 'idv:read'];
  const administrator = await caller.tokenOf(caller.administrator, `clients:write ${scopes.join(' ')}`);
  const given = { clientName: 'Walk', grantTypes: ['client_credentials'], scopes, ...more };
  const { status, body } = await call(administrator, 'POST', '/v1/clients', given);
  if (status !== 201) throw new Error(`No client: ${body}`);
  const { clientId: id, clientSecret: secret } = JSON.parse(body);
  return { id, secret, scopes };
}

/** Each call gets a new token, because a restart may take longer than a token is valid. */
async function api(client, method, path, body) {
  return call(await caller.tokenOf(client, client.scopes.join(' ')), method, path, body);
}

function call(token, method, path, body) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return caller.call(caller.ports.MANAGEMENT, path, { method, headers, body: body && JSON.stringify(body) });
}

/** Starts the KYC endpoint and the vendor with the development certificate, which the service trusts. */
async function startExternalServices(port) {
  const tls = join(folder, 'tls');
  const made = readdirSync(tls, { withFileTypes: true }).find((entry) => entry.isDirectory());
  const read = (name) => readFileSync(join(tls, made.name, name));
  const services = { areUnavailable: true };
  const server = createServer({ cert: read('localhost.pem'), key: read('localhost-key.pem') }, (request, response) => {
    void text(request).then((body) => {
      if (services.areUnavailable) response.writeHead(503).end();
      else response.end(JSON.stringify(answerTo(request, body)));
    });
  });
  await new Promise((resolve) => server.listen(port, 'localhost', resolve));
  services.close = () => server.closeAllConnections() ?? server.close();
  return services;
}

function answerTo({ url, method }, body) {
  if (url === '/kyc') return { result: 'ACCEPTED', reference_number: 'KYC-1' };
  if (method === 'POST') return { id: JSON.parse(body).reference, redirectUrl: 'https://vendor.example/' };
  const id = url.split('/').at(-1);
  const document = { type: 'passport', country: 'UTO', number: id.slice(-9) };
  return { id, status: 'passed', document, scores: { face: 0.97 } };
}
