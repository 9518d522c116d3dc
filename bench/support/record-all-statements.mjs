/**
 * Loaded into a service (`node --import`), it writes every statement to the file that RECORD_STATEMENTS names, one a line:
 * when it was sent, by which connection, and with what values.
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

/** What a bench sends once more: bytes as PostgreSQL writes them. */
const plain = (value) => {
  if (value instanceof Date) return value.toJSON();
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
};
