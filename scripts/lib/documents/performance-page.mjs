import { existsSync, readFileSync } from 'node:fs';
import { inHundredths, inWords, ratioPlot } from '../plots/ratios.mjs';
import { stackPlot } from '../plots/stacks.mjs';
import { fromRoot } from '../root.mjs';
import { inTable } from './table.mjs';

/** Figures that `npm run bench -- --publish` has kept. */
export const PUBLISHED = 'bench/published.json';

const RATIOS = 'How fast we are beside other programs';
const COSTS = 'CPU of one request';
const PICTURES = { ratios: 'docs/pictures/performance-ratios.svg', costs: 'docs/pictures/performance-costs.svg' };

/** The page and its pictures follow from the figures. */
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
  return `# What it costs, measured

This page shows what one core can do, in comparison with programs that you might use instead. Anyone can repeat the measurements with one command:

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
- **CPU**: microseconds of CPU time for one request, including work after the answer. The next column shows the time of the database.
- **Statements**: all statements that are sent to the database for one request, including \`BEGIN\` and \`COMMIT\`.
- **Syncs**: flushes of the write-ahead log for one request. Simultaneous writes share a flush.

![${COSTS}, of the program and of its database](pictures/performance-costs.svg)

## What is compared with what

${inTable(['Program', 'It does', 'It does not'], NEIGHBOURS)}

A program that adds the missing parts is slower than the ratio says.

## Where the time goes

We profiled the program under load (\`node --cpu-prof\`, Node 20) for the three rows that are furthest behind their baseline:

- **A signed answer** means verifying three signatures and creating one, because the function that verifies evidence offline also verifies it before the answer counts. This takes a seventh of the program's time. Reading the evidence and writing its canonical form takes another twelfth. Keys are read once. Twelve statements take half of the rest. Express sends the same statements, and verifies nothing.
- **A look-up** is one statement, which takes Express as long. The interceptors of Nest take a tenth of the rest. The search of class-validator for inherited rules takes a twentieth. So does the work of Node 20 for each promise in a request context, which Node 24 no longer does. The remaining time goes to the check of the token in memory, limits, metrics and headers. Bare Express asks no database, and no program with a statement comes close to it: Express with the same SELECT reaches a third of its rate.
- **Authorize** stores a code that must not get lost, while the bare engine stores it in memory. The protocol engine takes a fifth of the program's time, the database driver an eighth, and a signature a twentieth.

If a program shares its core with the database, its profile shows the time of the database as \`writev\`. The database takes the core as soon as the program writes to it.

## How it is measured

${coresOf(machine)} Each side warms up for ${plan.warmSeconds} s, because Node compiles frequently called code in the first seconds. Then the sides take turns, each for ${plan.seconds} s, so that other work on the machine affects all of them. TLS and rate limits are off.

${inTable(['Machine', ''], machineRows(machine, at))}

\`npm run bench -- --only enrolment,look-up\` measures these rows alone, and \`--json FILE\` saves the figures. Other servers are measured if they are installed: \`apt-get install glewlwyd sqlite3 liblemonldap-ng-portal-perl starman\`, \`npm ci --prefix bench/peers/better-auth\`. [Capacity](operators/capacity.md) shows how many cores you need for your users.
`;
}

const coresOf = ({ coresApart }) =>
  coresApart
    ? 'The program and its database share one core, and the load generator has another.'
    : 'The program, its database and the load share all cores.';

function figureTable(rows) {
  const head = ['', 'a second', 'ratio', 'CPU', 'of the database', 'statements', 'syncs'];
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
  ['bare Express', 'answers with a constant', 'do anything else: it is the minimum for a request in Node'],
  [
    'Express with the same SELECT, or the same statements',
    'sends the statements that our service sends, to a copy of its database, and waits for each',
    'check a token, a signature or a parameter; deliver events',
  ],
  [
    'plain Nest with the same SELECT',
    'checks the token and the parameters with the usual packages (Passport, class-validator, TypeORM)',
    'limit rates, log, measure or trace',
  ],
  [
    'bare oidc-provider, in memory',
    'issues the same tokens, signed with the same algorithms',
    'keep data over a restart; have an audit log, limits or enterprises. Its own store gets slower with each code of a grant, so we replaced it with a plain map',
  ],
  [
    'Glewlwyd, SQLite in memory',
    'is a complete OAuth 2.0 server, written in C, and issues the same kind of token',
    'write to a disk here; have enterprises',
  ],
  [
    'LemonLDAP::NG, sessions in memory',
    'is a complete OAuth 2.0 server, written in Perl, and signs its token with RS256',
    'sign with ES256, which takes a tenth of the time; write to a disk here',
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
  ['Load in the minute before', machine.loadBefore.toFixed(2)],
  ['Measured', at.slice(0, 10)],
];
