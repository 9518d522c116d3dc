/**
 * Measures the memory of a process that exports all data about a person who has received 12,600 notifications of 60 KB.
 * It makes one export, exports for two enterprises at once, 80 exports for a client that reads none of them, and one
 * export with a limited heap, which would fail if the process kept what it has sent. The last export is one that two
 * operators have approved: it is stored as an encrypted blob, and read from there.
 * Run: npm run bench -- export [--questions 12600]
 */
import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fromRoot } from '../scripts/lib/root.mjs';
import { residentMemory } from './support/memory.mjs';
import { withOwnDatabase } from './support/own-database.mjs';
import { withService } from './support/service.mjs';
import { makeClients } from './support/tenant-clients.mjs';

const { values: options } = parseArgs({ options: { questions: { type: 'string', default: '12600' } } });
const QUESTIONS = Number(options.questions);
const [CHARACTERS, BATCH] = [60_000, 200];
const DATABASE = 'bench_export';
/** The limited heap, in MB. Node chooses the same limit in a container with 512 MB. */
const SMALL_HEAP = 256;
const PERSON = {
  ...{ userId: 'asked', primaryGroup: 'bench', preferredStatus: 'CREATED', secondaryGroups: [], firstName: null },
  ...{ lastName: null, emailId: null, mobileNumber: null, loginId: null, language: 'en', comments: null },
  ...{ createdBy: 'bench', predefinedCode: null },
};

await withOwnDatabase(DATABASE, async (env, server) => {
  await server.migrate(DATABASE);
  const own = { ...env, MANAGEMENT_URL: 'http://127.0.0.1:8442' };
  const tokens = await makeClients(own, { evil: 1, acme: 1 }, async (app) => {
    for (const enterpriseId of ['evil', 'acme']) await askMuch(app, enterpriseId);
  });
  const exporting =
    (service) =>
    ([token]) =>
      asked(`${service.at('management')}/v1/users/asked/export`, token);
  await withService(own, async (service) => {
    const exportOf = exporting(service);
    await told(service, 'one export', () => exportOf(tokens.evil).then(whole));
    await told(service, 'two exports of two enterprises', () =>
      Promise.all([exportOf(tokens.evil).then(whole), exportOf(tokens.acme).then(whole)]),
    );
    await told(service, '80 requests of one client that nobody reads', async () => {
      const answers = await Promise.all(Array.from({ length: 80 }, () => exportOf(tokens.evil)));
      await sleep(5_000);
      for (const answer of answers) answer.destroy();
      return [...new Set(answers.map(({ statusCode }) => statusCode))].join(' and ');
    });
  });
  const limited = async (service) =>
    told(service, `one export, old objects limited to ${SMALL_HEAP} MB`, () =>
      exporting(service)(tokens.evil).then(whole),
    );
  await withService(own, limited, [`--max-old-space-size=${SMALL_HEAP}`]);
  const child = fork(fromRoot('bench/support/four-eyes-export.mjs'), ['evil', 'asked'], {
    env: { ...process.env, ...own },
  });
  await once(child, 'message');
  await told(child, 'one that two operators have agreed on, kept and read', async () => {
    child.send('begin');
    const [{ bytes }] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [{}])]);
    return bytes ? `${Math.round(bytes / 1e6)} MB, sealed` : 'failed';
  });
});

/** Creates a person with the notifications. Each has the keyed hash with which the service detects altered rows. */
async function askMuch(app, enterpriseId) {
  const from = (path) => import(`../dist/src/${path}.js`);
  const [{ Tenant }, { EnrolmentService }, { UnitOfWork }, { Notification }, { NotificationSeals }] = await Promise.all(
    [
      ...['shared/kernel/index', 'users/management/enrolment.service', 'shared/persistence/index'],
      ...['notifications/notification/notification.entity', 'notifications/notification/notification-seals.service'],
    ].map(from),
  );
  const { user } = await app.get(EnrolmentService).enrol(Tenant.of(enterpriseId, false), PERSON);
  const message = randomBytes(CHARACTERS).toString('base64').slice(0, CHARACTERS);
  const content = {
    actions: [{ label: 'Yes', action: 'accept', authlevel: 0 }],
    body: [{ lng: 'en', subject: 'Question', message }],
  };
  const rest = { requestDigest: 'bench', dsRequired: false, expiresInSeconds: 86_400, pushMessage: null };
  for (let from = 0; from < QUESTIONS; from += BATCH) {
    await app.get(UnitOfWork).run(async (tx) => {
      for (let i = from; i < Math.min(from + BATCH, QUESTIONS); i++) {
        const asked = { ...rest, content, msgId: randomUUID(), callbackUrl: null };
        const one = Notification.create({ ...user.ref }, asked, new Date());
        app.get(NotificationSeals).seal(one);
        await tx.add(one);
      }
    });
  }
}

function asked(url, token) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { authorization: `Bearer ${token}` } }, resolve).once('error', reject);
  });
}

/** Reads a response to its end. Returns its length and the number of notifications in it. */
async function whole(answer) {
  let [bytes, questions, last] = [0, 0, ''];
  for await (const piece of answer) {
    bytes += piece.length;
    questions += piece.toString('latin1').split('"ds_required"').length - 1;
    last = piece;
  }
  const isWhole = last.toString().endsWith('}');
  return `${Math.round(bytes / 1e6)} MB, ${questions} questions, ${isWhole ? 'whole' : 'broken off'}`;
}

async function told(service, what, work) {
  const before = Math.round(residentMemory(service.pid));
  let peak = 0;
  const watching = setInterval(() => (peak = Math.max(peak, Math.round(residentMemory(service.pid)))), 100);
  const began = performance.now();
  const result = await work().catch((error) => `failed: ${error.message}`);
  clearInterval(watching);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`${what}: ${before} → ${peak} MB resident, ${seconds} s: ${result}`);
}
