import pg from 'pg';

/** Runs one query on a new connection. `connection` is a URL, or the options of `pg`. */
export async function query(connection, text, values) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
