/**
 * Loaded into a service with `node --import`, it writes to the file RECORD_STATEMENTS, as lines of JSON: the first
 * transactions on users (their values, and how often they waited for an answer), and the SELECT that looks up a user.
 */
import { appendFileSync } from 'node:fs';
import pg from 'pg';

const WANTED = 3; // the number of transactions to record: an enrolment and two status changes
const query = pg.Client.prototype.query;
let recorded = 0;

pg.Client.prototype.query = function (...args) {
  const [{ text = args[0], values = [] }] = args;
  const answer = query.apply(this, args);
  if (recorded === WANTED) pg.Client.prototype.query = query;
  if (text.startsWith('BEGIN')) this.recorded = { statements: [], waits: 0, unanswered: 0 };
  if (this.recorded) note(this, { text, values }, answer);
  else if (/^SELECT "sub" AS .*user_id = \$3$/s.test(text)) keep({ lookup: text });
  return answer;
};

function note(client, { text, values }, answer) {
  const { recorded: transaction } = client;
  transaction.statements.push({
    text,
    values: values.map((value) => (value instanceof Date ? value.toJSON() : value)),
  });
  if (transaction.unanswered++ === 0) transaction.waits++;
  const answered = () => transaction.unanswered--;
  answer.then(answered, answered);
  if (text !== 'COMMIT') return;
  client.recorded = undefined;
  const { statements, waits } = transaction;
  if (!statements.some((statement) => /(?:INTO|UPDATE) "?users"?\."user"/.test(statement.text))) return;
  // Ignores a user that the service creates itself at its first start.
  if (JSON.stringify(statements).includes('"~operators"')) return;
  recorded++;
  keep({ statements, waits });
}

const keep = (line) => appendFileSync(process.env.RECORD_STATEMENTS, `${JSON.stringify(line)}\n`);
