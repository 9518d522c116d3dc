import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** A PostgreSQL for the measurement: the one that TEST_PG_HOST names, else an embedded one in a temporary folder. */
export async function withServer(work) {
  if (process.env.TEST_PG_HOST) {
    return work(serverAt(process.env.TEST_PG_HOST, Number(process.env.TEST_PG_PORT), process.env.TEST_PG_USER));
  }
  const { startEmbeddedPostgres } = await import('../dist/src/shared/persistence/embedded/embedded-postgres.js');
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  try {
    const { host, port, user } = postgres.connection;
    await work(serverAt(host, port, user));
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const serverAt = (host, port, username) => ({
  address: { host, port, username },
  async sql(database, text) {
    const client = new pg.Client({ host, port, user: username, database });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  },
});

/** Calls of an enterprise's server, with all that the administrator may. */
export async function portalOf({ at, administrator }) {
  const asked = new URLSearchParams({ grant_type: 'client_credentials', scope: 'all' });
  const headers = { authorization: administrator.authorization };
  const token = await fetch(`${at('auth')}/service/authserver/oauth/token`, { method: 'POST', headers, body: asked });
  const { access_token: bearer } = await token.json();
  return async (path, body) => {
    const answer = await fetch(at('management') + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
}

/** Pages without scripts: cookies are kept and redirects followed, until they lead to another port than ours. */
export function browserAt(origin) {
  const cookies = new Map();
  const cookie = () => [...cookies].map((pair) => pair.join('=')).join('; ');
  const go = async (path, form) => {
    const answer = await fetch(origin + path, {
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      headers: { cookie: cookie(), accept: 'text/html' },
      redirect: 'manual',
    });
    for (const line of answer.headers.getSetCookie()) cookies.set(...line.split(';')[0].split('='));
    const next = answer.headers.get('location');
    const html = await answer.text();
    if (next === null)
      return { path, html, status: answer.status, csrf: /name="csrf" value="([^"]+)"/.exec(html)?.[1] };
    const { pathname, search, port, href } = new URL(next, origin);
    return port === new URL(origin).port ? go(pathname + search) : { left: href };
  };
  return { go, cookie };
}
