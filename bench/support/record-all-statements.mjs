/**
 * Loaded into a service with `node --import`, it writes every statement as a line of JSON to the file
 * RECORD_STATEMENTS: the time, the connection, the text and the values.
 */
import { appendFileSync } from 'node:fs';
import pg from 'pg';

const query = pg.Client.prototype.query;
const ids = new WeakMap();
let connections = 0;

pg.Client.prototype.query = function (...args) {
  const [{ text = args[0], values = args[1] ?? [] }] = args;
  if (!ids.has(this)) ids.set(this, connections++);
  if (typeof text === 'string' && process.env.RECORD_STATEMENTS) {
    const line = { at: Date.now(), connection: ids.get(this), text, values: values.map(plain) };
    appendFileSync(process.env.RECORD_STATEMENTS, `${JSON.stringify(line)}\n`);
  }
  return query.apply(this, args);
};

/** Converts a value to JSON that can be sent to PostgreSQL again: bytes become hex. */
const plain = (value) => {
  if (value instanceof Date) return value.toJSON();
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
};
