import { existsSync, readFileSync } from 'node:fs';
import { inHundredths, inWords, ratioPlot } from '../plots/ratios.mjs';
import { stackPlot } from '../plots/stacks.mjs';
import { fromRoot } from '../root.mjs';
import { inTable } from './table.mjs';

/** Measurements that `npm run bench -- --publish` has stored. */
export const PUBLISHED = 'bench/published.json';

const RATIOS = 'Our speed compared with other programs';
const COSTS = 'CPU of one request';
const PICTURES = { ratios: 'docs/pictures/performance-ratios.svg', costs: 'docs/pictures/performance-costs.svg' };

/** The page and its pictures, generated from the measurements. */
export function performanceDocuments(figures) {
  const rows = figures.rows.filter(({ missing }) => !missing);
  return [
    { path: 'docs/performance.md', text: () => pageOf(figures) },
    { path: PICTURES.ratios, isFormatted: true, text: () => ratioPicture(rows) },
    { path: PICTURES.costs, isFormatted: true, text: () => costPicture(rows) },
  ];
}

export const performancePage = existsSync(fromRoot(PUBLISHED))
  ? performanceDocuments(JSON.parse(readFileSync(fromRoot(PUBLISHED), 'utf8')))
  : [];

const ratioPicture = (rows) => ratioPlot(RATIOS, ratiosOf(rows));

const ratiosOf = (rows) =>
  [...byName(rows.filter(({ ratio }) => ratio))].map(([name, together]) => ({
    name,
    rows: together.map(({ baseline, ratio }) => ({ name: baseline.name, ...ratio })),
  }));

function costPicture(rows) {
  const groups = [...byName(rows)].map(([name, together]) => ({
    name,
    rows: [together[0].subject, ...together.map(({ baseline }) => baseline).filter(Boolean)].map((side, index) => ({
      ...{ name: side.name, isOwn: index === 0 },
      values: [side.costs.service, side.costs.database ?? 0],
    })),
  }));
  return stackPlot({ title: COSTS, unit: 'microseconds of a core', parts: ['program', 'database'], groups });
}

function byName(rows) {
  const names = new Map();
  for (const row of rows) names.set(row.name, [...(names.get(row.name) ?? []), row]);
  return names;
}

function pageOf({ at, plan, machine, rows, remark }) {
  return `# Performance measurements

This page shows what the service can do on one core, in comparison with other programs. Anyone can repeat the measurements with one command:

\`\`\`sh
npm ci && npm run bench
\`\`\`
${remark === undefined ? '' : `\n> ${remark}\n`}
_This page is generated from the figures by \`npm run bench -- --publish\`._

![${RATIOS}: ${ratiosOf(rows).map(inWords).join('; ')}](pictures/performance-ratios.svg)

## The figures

${figureTable(rows)}

- **A second**: the median of ${plan.rounds} rounds of ${plan.seconds} s, with 16 connections. The range in brackets contains the middle half of the rounds.
- **Ratio**: our rate divided by theirs, in the same round. Below 1 we are slower.
- **CPU**: microseconds of CPU time for one request, including work after the response. The next column shows the CPU time of the database.
- **Statements**: the number of statements sent to the database for one request, including \`BEGIN\` and \`COMMIT\`.
- **Syncs**: the number of flushes of the write-ahead log for one request. Simultaneous writes share a flush.

![${COSTS}, of the program and of its database](pictures/performance-costs.svg)

## The other programs

${inTable(['Program', 'What it does', 'What it does not do'], NEIGHBOURS)}

If the other programs also did what is missing, they would be slower than the ratios suggest.

## Where the time goes

- **A signed answer** means verifying three signatures and creating one, because the service verifies the evidence before it accepts the answer, with the same function that verifies it offline. Keys are read only once. Express sends the same statements, but verifies nothing.
- **Authorize** stores a code in the database, because the code must not get lost. Bare oidc-provider keeps it in memory.
- **A look-up** also checks a token, its parameters and limits. Look-ups that arrive at the same time share one write to the database. Bare Express does not use a database, so no program that sends a statement comes close to its rate.

If a program shares its core with the database, its profile shows the time of the database as \`writev\`. The database takes the core as soon as the program writes to it.

## How it is measured

${coresOf(machine)} Each side warms up for ${plan.warmSeconds} s, because Node compiles frequently called code in the first few seconds. Then the sides take turns, each for ${plan.seconds} s, so that other work on the machine affects all of them. TLS and rate limits are off.

${inTable(['Machine', ''], machineRows(machine, at))}

\`npm run bench -- --only enrolment,look-up\` measures only these rows, and \`--json FILE\` saves the figures. To measure the other servers too, install them: \`apt-get install glewlwyd sqlite3 liblemonldap-ng-portal-perl libstring-random-perl starman\`, \`npm ci --prefix bench/peers/better-auth\`. [Capacity](operators/capacity.md) shows how many cores you need for your users.
`;
}

const coresOf = ({ coresApart }) =>
  coresApart
    ? 'The program and its database share one core, and the load generator has another.'
    : 'The program, its database and the load share all cores.';

function figureTable(rows) {
  const head = ['', 'a second', 'ratio', 'CPU', 'database CPU', 'statements', 'syncs'];
  const lines = [...byName(rows)].flatMap(([name, together]) => [
    [`**${name}**`, '', '', '', '', '', ''],
    ...(together[0].subject ? [cellsOf(together[0].subject)] : []),
    ...together.filter(({ baseline, missing }) => baseline ?? missing).map(neighbourOf),
  ]);
  return inTable(head, lines);
}

const neighbourOf = ({ missing, baseline, ratio }) =>
  missing ? [missing, '', '', '', '', '', ''] : cellsOf(baseline, ratio);

function cellsOf({ name, rate, costs }, ratio) {
  const { service, database, statements, syncs } = costs;
  const whole = (value) => value?.toLocaleString('en', { maximumFractionDigits: 0 }) ?? '';
  const exact = (value) => (value === undefined ? '' : inHundredths(value));
  const spread = ({ median, low, high }, written) => `${written(median)} (${written(low)} to ${written(high)})`;
  return [
    ...[name, spread(rate, whole), ratio ? spread(ratio, exact) : '', whole(service), whole(database)],
    ...[exact(statements), exact(syncs)],
  ];
}

const NEIGHBOURS = [
  ['bare Express', 'returns a constant response', 'anything else: it is the minimum for a request in Node'],
  [
    'Express with the same SELECT, or the same statements',
    'sends the statements that our service sends, to a copy of its database, and waits for each',
    'check a token, a signature or a parameter, or deliver events',
  ],
  [
    'plain Nest with the same SELECT',
    'checks the token and the parameters with the usual packages (Passport, class-validator, TypeORM)',
    'limit rates, log, measure or trace',
  ],
  [
    'bare oidc-provider, in memory',
    'issues the same tokens, signed with the same algorithms',
    'keep data after a restart, or have an audit log, limits or enterprises. Its own store gets slower with each code that is issued for a grant, so we replaced it with a plain map',
  ],
  [
    'Glewlwyd, SQLite in memory',
    'is a complete OAuth 2.0 server, written in C, and issues the same kind of token',
    'write to disk in this setup, or have enterprises',
  ],
  [
    'LemonLDAP::NG, sessions in memory',
    'is a complete OAuth 2.0 server, written in Perl, and signs its token with RS256',
    'sign with ES256, which takes a tenth of the time, or write to disk in this setup',
  ],
  [
    'better-auth',
    'is a library for Node with an OAuth 2.0 provider, on the same PostgreSQL server, and issues the same kind of token',
    'have an audit log or enterprises. Its limits are off, as ours are',
  ],
];

const machineRows = (machine, at) => [
  ['Processor', `${machine.processor}, ${machine.cores} cores`],
  ['Memory', `${machine.memoryGiB} GiB`],
  ['System', machine.system],
  ['Node', machine.node],
  ['PostgreSQL', machine.postgresql],
  ['PostgreSQL settings', Object.entries(machine.settings).map(([name, value]) => `\`${name} = ${value}\``).join(', ')], // oxfmt-ignore
  ['Load average in the previous minute', machine.loadBefore.toFixed(2)],
  ['Measured', at.slice(0, 10)],
];
