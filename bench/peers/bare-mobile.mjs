import { randomUUID } from 'node:crypto';
import express from 'express';
import pg from 'pg';

/**
 * Express and the driver alone replay the statements that the service sends for two mobile operations, to show what
 * they cost without the service. Tokens and signatures are not checked.
 */
const { connection, recorded } = JSON.parse(process.env.PEER);
const pool = new pg.Pool({ ...connection, max: 16 });
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/**
 * The recorded values for other rows: `known` maps recorded ids to the ids to use. Ids that the service created during
 * the recording are replaced with new ones.
 */
function valuesFor(values, known, made) {
  const own = (id) => known[id] ?? made.get(id) ?? made.set(id, randomUUID()).get(id);
  return values.map((value) => {
    if (typeof value === 'string') return value.replace(UUID, own);
    return value !== null && typeof value === 'object' ? JSON.parse(JSON.stringify(value).replace(UUID, own)) : value;
  });
}

async function replay(name, known) {
  const made = new Map();
  const rows = [];
  const client = await pool.connect();
  try {
    for (const [at, { text, values }] of recorded[name].statements.entries()) {
      const statement =
        values.length === 0 ? text : { name: `${name}-${at}`, text, values: valuesFor(values, known, made) };
      rows.push((await client.query(statement)).rows);
    }
  } finally {
    client.release();
  }
  return rows;
}

const answer = (event, data) => ({ event, response: { StatusCode: 100, StatusMsg: 'Success', ResponseData: data } });

const server = express()
  .disable('x-powered-by')
  .set('etag', false)
  .use(express.json())
  .post('/mobile/v1/GetNotifications', async (request, response) => {
    const listed = (await replay('GetNotifications', request.body.known)).at(-1);
    const notifications = listed.map(({ content, total: _total, ...row }) => ({ ...row, ...JSON.parse(content) }));
    response.json(answer('onGetNotifications', { notifications, total: String(listed[0].total) }));
  })
  .post('/mobile/v1/UpdateNotification', async (request, response) => {
    await replay('UpdateNotification', request.body.known);
    response.json(answer('onUpdateNotification', { status_code: 100, message: 'Success' }));
  })
  .listen(0, '127.0.0.1', () => process.send(server.address().port));
