/**
 * Measures complete approvals (OpenID Connect CIBA) over HTTP: a program asks for a payment, the phone lists the
 * request and signs the answer, and the program is pinged and gets its token. The baseline is CIBA of oidc-provider in
 * memory, with a phone whose signature is verified but not stored. First one flow runs at a time, then eight.
 * Run: npm run bench -- ciba [flows] (400 by default).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { makePeople } from '../scripts/lib/notifications/people.mjs';
import { keepLoadApart, keepOnServerCore } from './support/cores.mjs';
import { withOwnDatabase } from './support/own-database.mjs';
import { withPeer } from './support/peer.mjs';
import { post } from './support/questions.mjs';
import { withService } from './support/service.mjs';
import { median } from './support/statistics.mjs';

const FLOWS = Number(process.argv[2] ?? 400);
const WARM = Math.ceil(FLOWS / 4);
const TOGETHER = [1, 8];
/** The number of requests that a client may send for the same user within a minute. */
const OF_A_USER = 3;
const GRANT = 'urn:openid:params:grant-type:ciba';
const PING_TOKEN = 'the-client-knows-it-again';
const SECRET = 'a-secret-of-the-bench-that-is-as-long-as-ours-are';
const AGENT = {
  clientName: 'Agent',
  grantTypes: [GRANT],
  scopes: ['openid'],
  firstParty: true,
  authMethod: 'client_secret_basic',
};

const STEPS = ['request', 'phone', 'ping', 'token'];
const round = (value) => value.toFixed(value < 10 ? 1 : 0);

const payment = {
  type: 'payment_initiation',
  instructedAmount: { amount: '1250.00', currency: 'EUR' },
  creditorName: 'Stadtwerke Bad Münstereifel',
  creditorAccount: { iban: 'DE02100100109307118603' },
};

/** The server of the client that receives the pings. */
class Pings {
  #waiting = new Map();
  #early = new Set();

  static async listen(tls) {
    const pings = new Pings();
    pings.server = createServer(tls, (request, response) => {
      json(request).then(({ auth_req_id: id }) => {
        response.writeHead(204).end();
        pings.#came(id);
      });
    });
    await new Promise((done) => pings.server.listen(0, '127.0.0.1', done));
    pings.url = `https://localhost:${pings.server.address().port}/`;
    return pings;
  }

  #came(id) {
    const waits = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waits) waits();
    else this.#early.add(id);
  }

  of(id) {
    if (this.#early.delete(id)) return Promise.resolve();
    return new Promise((done) => this.#waiting.set(id, done));
  }
}

async function sent(url, init) {
  const answer = await fetch(url, init);
  const body = await answer.json();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${JSON.stringify(body)}`);
  return body;
}

/** Returns a function that runs the whole flow for one user. `phone` shows the request and signs the answer. */
const flowOf =
  ({ askUrl, tokenUrl, authorization, phone }, pings) =>
  async (user) => {
    const ask = (url, fields) =>
      sent(url, { method: 'POST', headers: { authorization }, body: new URLSearchParams(fields) });
    const marks = [performance.now()];
    const done = () => marks.push(performance.now());
    const { auth_req_id: id } = await ask(askUrl, {
      ...{ scope: 'openid', login_hint: user.userId, client_notification_token: PING_TOKEN },
      authorization_details: JSON.stringify([payment]),
    });
    done();
    await phone(user);
    done();
    await pings.of(id);
    done();
    const tokens = await ask(tokenUrl, { grant_type: GRANT, auth_req_id: id });
    if (!tokens.authorization_details) throw new Error('The token is not for the payment.');
    done();
    return marks;
  };

const basicOf = (id, secret) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

const ours = (service, { clientId, secret }) => ({
  askUrl: `${service.at('auth')}/service/authserver/oauth/bc-authorize`,
  tokenUrl: `${service.at('auth')}/service/authserver/oauth/token`,
  authorization: basicOf(clientId, secret),
  phone: async (user) => {
    const call = async (operation, body) => {
      const { response } = await sent(`${service.at('mobile')}/mobile/v1/${operation}`, post(user, body));
      if (response.StatusCode !== 100) throw new Error(`${operation}: ${response.StatusCode}`);
      return response.ResponseData;
    };
    const { notifications } = await call('GetNotifications', { recordCount: 1, startIndex: 1 });
    const { notification_uuid: uuid, content_digest: digest, actions } = notifications[0];
    const response = actions[0].action;
    const signature = user.devices[0].statement(uuid, digest, response);
    await call('UpdateNotification', { notificationID: uuid, response, signature });
  },
});

const bare = ({ url }, clientId, keys) => ({
  askUrl: `${url}/backchannel`,
  tokenUrl: `${url}/token`,
  authorization: basicOf(clientId, SECRET),
  phone: async ({ userId }) => {
    const asked = await sent(`${url}/phone/${userId}`);
    const input = `${JSON.stringify(asked)}.${randomUUID()}`;
    const key = { key: keys.get(userId).privateKey, dsaEncoding: 'ieee-p1363' };
    const signature = sign('sha256', Buffer.from(input), key).toString('base64url');
    await sent(`${url}/phone/${userId}`, { method: 'POST', body: JSON.stringify({ input, signature }) });
  },
});

/**
 * Runs `count` flows, of which `together` run at a time. Users take turns, so that no user gets more requests than
 * allowed.
 */
async function measure(flow, users, count, together) {
  const [times, began] = [[], performance.now()];
  let next = 0;
  const worker = async () => {
    while (next < count) times.push(await flow(users[next++ % users.length]));
  };
  await Promise.all(Array.from({ length: together }, worker));
  const whole = times.map((marks) => marks.at(-1) - marks[0]);
  const p99 = [...whole].sort((a, b) => a - b)[Math.ceil(whole.length * 0.99) - 1];
  const steps = STEPS.map((name, at) => `${name} ${round(median(times.map((marks) => marks[at + 1] - marks[at])))}`);
  return { p50: median(whole), p99, steps: steps.join(', '), rate: (count * 1_000) / (performance.now() - began) };
}

/** Creates the client that asks for approvals and is pinged. */
async function makeAgent(app, notificationUrl) {
  const { Client } = await import('../dist/src/auth/client/client.entity.js');
  const { unsetProfile } = await import('../dist/src/auth/client/client-profile.js');
  const { UnitOfWork } = await import('../dist/src/shared/persistence/index.js');
  const { Tenant } = await import('../dist/src/shared/kernel/index.js');
  const backchannel = { delivery: 'ping', notificationUrl, userCode: false, signingAlg: null };
  const profile = { ...unsetProfile, ...AGENT, backchannel, authorizationDetailsTypes: ['payment_initiation'] };
  const client = Client.onboard(Tenant.of('default', false), { ...profile, administrator: false }, 'bench', new Date());
  const secret = client.newSecret(0, new Date());
  await app.get(UnitOfWork).run((tx) => tx.add(client));
  return { clientId: client.clientId, secret };
}

await withOwnDatabase('bench_ciba', async (settings, server) => {
  keepLoadApart();
  await server.migrate('bench_ciba');
  const { ensureDevelopmentTls } = await import('../dist/src/development/tls/development-tls.js');
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const tls = await ensureDevelopmentTls(folder);
  process.env.NODE_EXTRA_CA_CERTS = tls.caFile; // the bare engine must trust the certificate of the ping server
  const pings = await Pings.listen(tls);
  const [forWarm, forFlows] = [WARM, FLOWS].map((flows) => Math.max(8, Math.ceil(flows / OF_A_USER)));
  const perRun = forWarm + forFlows;
  let agent;
  const people = await makePeople(settings, perRun * TOGETHER.length, async (app) => {
    agent = await makeAgent(app, pings.url);
  });
  const keys = new Map(people.map(({ userId }) => [userId, generateKeyPairSync('ec', { namedCurve: 'P-256' })]));
  const phones = [...keys].map(([userId, { publicKey }]) => ({ userId, key: publicKey.export({ format: 'jwk' }) }));
  const peer = { clientId: 'agent', clientSecret: SECRET, pingUrl: pings.url, phones };
  const run = async (name, pid, side) => {
    keepOnServerCore(pid);
    for (const [at, together] of TOGETHER.entries()) {
      const users = people.slice(at * perRun, (at + 1) * perRun);
      await measure(flowOf(side, pings), users.slice(0, forWarm), WARM, together);
      const { p50, p99, rate, steps } = await measure(flowOf(side, pings), users.slice(forWarm), FLOWS, together);
      console.log(
        `${name}, ${together} at a time: p50 ${round(p50)} ms, p99 ${round(p99)} ms, ${round(rate)} a second`,
      );
      console.log(`  p50 of the steps, in ms: ${steps}`);
    }
  };
  await withService({ ...settings, OUTBOUND_CA_FILE: tls.caFile }, (service) =>
    run('Countersign', service.pid, ours(service, agent)),
  );
  await withPeer('bare-ciba', (found) => run('oidc-provider in memory', found.pid, bare(found, 'agent', keys)), peer);
  pings.server.closeAllConnections();
  pings.server.close();
  rmSync(folder, { recursive: true });
});
