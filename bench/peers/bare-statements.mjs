import { randomUUID } from 'node:crypto';
import express from 'express';
import pg from 'pg';

/**
 * Express and the driver alone replay the statements that the service sends, to show what they cost without the
 * service. A look-up is one prepared statement; a write is one transaction that runs its statements one after the
 * other.
 */
const { connection, lookup, writes } = JSON.parse(process.env.PEER);
const pool = new pg.Pool({ ...connection, max: 16 });
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/**
 * Replays the recorded transaction for this user: ids that were created during the recording are replaced with new
 * ones, and `sub` is read from the database.
 */
async function write(kind, userId) {
  const ids = new Map();
  const own = (id) => ids.get(id) ?? ids.set(id, randomUUID()).get(id);
  const valuesOf = (values) => JSON.parse(JSON.stringify(values).replaceAll(writes.userId, userId).replace(UUID, own));
  const client = await pool.connect();
  try {
    for (const [at, { text, values }] of writes[kind].entries()) {
      if (values.length === 0) await client.query(text);
      else {
        const { rows } = await client.query({ name: `${kind}-${at}`, text, values: valuesOf(values) });
        if (kind !== 'enrol' && at === 1) ids.set(recordedSub[kind], rows[0].sub);
      }
    }
  } finally {
    client.release();
  }
}

/** The recorded `sub` of the user, for each change of status: it is the last parameter of the recorded UPDATE. */
const recordedSub = Object.fromEntries(
  ['PAUSED', 'UNPAUSE'].map((kind) => {
    const update = writes[kind].find(({ text }) => text.startsWith('UPDATE'));
    return [kind, update.values.at(-1)];
  }),
);

const server = express()
  .disable('x-powered-by')
  .set('etag', false)
  .use(express.json())
  .get('/v1/users/:userId', async (request, response) => {
    const values = ['default', false, request.params.userId];
    response.json((await pool.query({ name: 'lookup', text: lookup, values })).rows[0]);
  })
  .post('/v1/users', async (request, response) => {
    await write('enrol', request.body.userId);
    response.status(201).json({ userId: request.body.userId, status: 'ONBOARDING' });
  })
  .put('/v1/users/:userId/status', async (request, response) => {
    await write(request.body.status, request.params.userId);
    response.json({ userId: request.params.userId, status: request.body.status });
  })
  .listen(0, '127.0.0.1', () => process.send(server.address().port));
