import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../../scripts/lib/root.mjs';
import { withPeer } from '../support/peer.mjs';
import { withDatabase } from '../support/postgres.mjs';
import { answerOf, LIST, post, prepareQuestions, recordMobile } from '../support/questions.mjs';
import { withService } from '../support/service.mjs';

const DATABASES = { service: 'bench_mobile', peer: 'bench_mobile_peer' };
/** How many questions each side (the service and the baseline) has to answer. Each is answered once. */
const ANSWERS = Number(process.env.ANSWERS ?? 40_000);

/**
 * Measures a list of ten questions and a signed answer. The baseline is Express that sends the same statements,
 * recorded from the service, to a copy of the same database. It checks no token and no signature, and delivers no
 * events.
 */
export const mobile = {
  ids: ['get-notifications', 'signed-answer'],

  with: (server, work) =>
    withDatabase(server, DATABASES.service, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
      const env = {
        DATABASE_URL: server.url(DATABASES.service),
        ENCRYPTION_KEYS: `bench:${createHash('sha256').update('bench').digest('base64')}`,
        ...{ NODE_ENV: 'development', TLS_MODE: 'off', SURFACES: 'auth,management,mobile' },
        ...{ AUTH_URL: 'http://127.0.0.1:8006', MOBILE_URL: 'http://127.0.0.1:8007' },
      };
      try {
        const people = await prepareQuestions(env, server, DATABASES.service, ANSWERS);
        const copied = () => inCopies(server, env, people, join(folder, 'statements'), work);
        await withDatabase(server, DATABASES.peer, copied, DATABASES.service);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
};

async function inCopies(server, env, people, file, work) {
  const hook = { NODE_OPTIONS: `--import=${fromRoot('bench/support/record-all-statements.mjs')}` };
  let recorded;
  await withService({ ...env, ...hook, RECORD_STATEMENTS: file }, async (service) => {
    recorded = await recordMobile(service, people, file);
  });
  for (const database of Object.values(DATABASES)) await server.sql(database, 'ANALYZE');
  const settings = { connection: server.connection(DATABASES.peer), recorded };
  await withService(env, (service) =>
    withPeer('bare-mobile', (peer) => work(rowsOf(service, peer, people, recorded)), settings),
  );
}

function rowsOf(service, peer, { readers, answers }, recorded) {
  const own = { name: 'Countersign', pid: service.pid, database: DATABASES.service };
  const bare = { name: 'Express with the same statements', pid: peer.pid, database: DATABASES.peer };
  const verifyBody = (body) => String(body).includes('"StatusCode":100');
  const [ownUrl, peerUrl] = [
    { url: service.at('mobile'), verifyBody },
    { url: peer.url, verifyBody },
  ];
  const lists = readers.map((user) => requestTo('GetNotifications', user, LIST));
  const peerLists = readers.map(({ sub, ...user }) =>
    requestTo('GetNotifications', user, { known: renamed(recorded.GetNotifications.known, { sub }) }),
  );
  const knownOf = ({ user, uuid }) => ({ sub: user.sub, uuid, device: user.devices[0].deviceId });
  const peerAnswerOf = (answer) => ({ known: renamed(recorded.UpdateNotification.known, knownOf(answer)) });
  return [
    {
      ...{ id: 'get-notifications', name: 'GetNotifications, ten of them' },
      baseline: { ...bare, load: () => ({ ...peerUrl, setupClient: inTurn(peerLists) }) },
      subject: { ...own, load: () => ({ ...ownUrl, setupClient: inTurn(lists) }) },
    },
    {
      ...{ id: 'signed-answer', name: 'a signed answer' },
      baseline: { ...bare, load: answersFrom(answers, peerAnswerOf, peerUrl) },
      subject: { ...own, load: answersFrom(answers, answerOf, ownUrl) },
    },
  ];
}

/** Starts each connection with a different user, because the service refuses many simultaneous lists for one user. */
function inTurn(requests) {
  let clients = 0;
  return (client) => {
    const first = clients++ % requests.length;
    client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
  };
}

const renamed = (recorded, known) =>
  Object.fromEntries(Object.entries(recorded).map(([what, id]) => [id, known[what] ?? id]));

/**
 * Uses each question once. All answers are signed before the first request, so that the time for signing is not measured.
 */
function answersFrom(questions, bodyOf, target) {
  let ready;
  return () => {
    ready ??= questions.map((question) => requestTo('UpdateNotification', question.user, bodyOf(question)));
    const next = () => ready.pop() ?? usedUp();
    return { ...target, requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }] };
  };
}

function usedUp() {
  throw new Error('All questions are answered: make more with ANSWERS');
}

const requestTo = (operation, user, body) => ({ path: `/mobile/v1/${operation}`, ...post(user, body) });
