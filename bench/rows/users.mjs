import { createPublicKey, randomUUID } from 'node:crypto';
import { withPeer } from '../support/peer.mjs';
import { newUser, recordedUser, withTwin } from '../support/twin.mjs';

/**
 * Measures look-ups and writes of users. A look-up has three baselines: bare Express, Express that sends the same
 * prepared SELECT to the same server, and a plain Nest application that also checks a token and its parameters with the
 * usual packages. A write is compared with Express that sends the same statements in one transaction, one after the
 * other.
 */
export const users = {
  ids: ['look-up', 'other-path', 'enrolment', 'status'],

  /** `writers`: the numbers of connections with which writes are measured. */
  with: (server, work, { writers = [16] } = {}) =>
    withPeer('bare-express', (bare) =>
      withTwin(server, async (twin) => {
        const token = await tokenRulesOf(twin.service, twin.headers);
        const reading = (nest) =>
          work([...lookUps(twin, bare, nest), ...writers.flatMap((many) => writes(twin, many))]);
        await withPeer('plain-nest', reading, { ...twin.settings, token });
      }),
    ),
};

/** The public key, issuer and audience with which the plain Nest application checks tokens of the service. */
async function tokenRulesOf(service, { authorization }) {
  const [header, claims] = authorization
    .replace('Bearer ', '')
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  const { keys } = await (await fetch(`${service.at('auth')}/service/authserver/oauth/jwks`)).json();
  const key = keys.find(({ kid }) => kid === header.kid);
  const publicKey = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  return { publicKey, issuer: claims.iss, audience: claims.aud };
}

function lookUps({ service, peer, databases, headers }, bare, nest) {
  const path = `/v1/users/${recordedUser(0)}`;
  const side = (name, { url, pid }, database, load = {}) => ({
    ...{ name, pid, database },
    load: () => ({ url: url + path, ...load }),
  });
  const management = { url: service.at('management'), pid: service.pid };
  const subject = side('Countersign', management, databases.service, { headers });
  const baselines = [
    side('bare Express', bare),
    side('Express with the same SELECT', peer, databases.peer),
    side('plain Nest with the same SELECT', nest, databases.peer, { headers }),
  ];
  const other = { ...subject, load: () => ({ url: `${management.url}/mobile/v1/x` }), isRefused: true };
  return [
    ...baselines.map((baseline) => ({ id: 'look-up', name: 'look a user up', baseline, subject })),
    { id: 'other-path', name: 'a path of another surface (404)', baseline: baselines[0], subject: other },
  ];
}

function writes({ service, peer, databases, waits, headers }, connections) {
  const side = (name, { url, pid }, database, kind, load) => ({
    ...{ name, pid, database, connections, waits: waits[name === 'Countersign' ? name : 'bare Express'][kind] },
    load: () => ({ url, ...load(headers) }),
  });
  const row = (id, kind, name, load) => ({
    ...{ id, name: connections === 16 ? name : `${name}, ${connections} at once` },
    baseline: side('Express with the same statements', peer, databases.peer, kind, load),
    subject: side('Countersign', { url: service.at('management'), pid: service.pid }, databases.service, kind, load),
  });
  return [
    row('enrolment', 'enrol', 'enrol a user', enrol),
    row('status', 'change status', 'change a status', changeStatus),
  ];
}

function enrol(headers) {
  const setupRequest = (request) => ({ ...request, body: JSON.stringify(newUser(`b-${randomUUID()}`)) });
  return { requests: [{ method: 'POST', path: '/v1/users', headers, setupRequest }] };
}

/** Each connection writes its own user: writes to the same row would wait for each other. */
function changeStatus(headers) {
  let clients = 0;
  return {
    setupClient: (client) => {
      const path = `/v1/users/${recordedUser(clients++)}/status`;
      let calls = 0;
      const setupRequest = (request) => ({
        ...request,
        body: JSON.stringify({ status: calls++ % 2 === 0 ? 'PAUSED' : 'UNPAUSE' }),
      });
      client.setRequests([{ method: 'PUT', path, headers, setupRequest }]);
    },
  };
}
