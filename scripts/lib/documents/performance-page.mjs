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

You find here what one core does, beside programs that you might use instead. Anyone can repeat it with one command:

\`\`\`sh
npm ci && npm run bench
\`\`\`
${remark === undefined ? '' : `\n> ${remark}\n`}
_This page is written from the figures by \`npm run bench -- --publish\`._

![${RATIOS}: ${ratiosOf(rows).map(inWords).join('; ')}](pictures/performance-ratios.svg)

## The figures

${figureTable(rows)}

- **A second**: the median of ${plan.rounds} rounds of ${plan.seconds} s, by 16 connections, and between what the middle half of the rounds lay.
- **Ratio**: of the rates of the same round, ours divided by theirs. Below 1 we are slower.
- **CPU**: microseconds of a core for one request, of the program and of the database, with what is done after the answer.
- **Statements**: all that are sent to the database for one request, \`BEGIN\` and \`COMMIT\` among them.
- **Syncs**: flushes of the write-ahead log for one request. Writes at the same time share them.

![${COSTS}, of the program and of its database](pictures/performance-costs.svg)

## What is compared with what

${inTable(['Beside', 'It does', 'It does not'], NEIGHBOURS)}

A program that adds what is missing is slower than the ratio says.

## Where the time goes

The three rows that are furthest behind their baseline, by profiles of the program under load (\`node --cpu-prof\`, Node 20):

- **A signed answer** has three signatures to verify and one to make, for the evidence is verified by the function that verifies it offline before it counts: a seventh of the program's time, and a twelfth more to read the evidence and to write its canonical form. Keys are read once. Twelve statements are half of the rest. Express sends the same statements, and verifies nothing.
- **A look-up** is one statement, which costs Express as much. The interceptors of Nest take a tenth of the rest, the search of class-validator for rules that a class inherits a twentieth, and so does what Node 20 does for each promise where there is a context of the request (Node 24 no longer does it). The check of the token in memory, limits, metrics and headers share what is left. Against bare Express, which asks no database, no program with a statement comes far here: Express with the same SELECT is at a third.
- **To authorize** stores a code that must not get lost, and the bare engine stores it in memory. The protocol engine is a fifth of the program's time, the driver of the database an eighth, a signature a twentieth.

A profile of a program that shares its core with the database shows the time of the database as \`writev\`: it takes the core as soon as it is written to.

## How it is measured

${coresOf(machine)} Each side gets warm for ${plan.warmSeconds} s, since Node compiles what is called often in the first seconds. Then the sides take turns, each for ${plan.seconds} s: what else the machine does meets all of them. TLS and limits of rates are off.

${inTable(['Machine', ''], machineRows(machine, at))}

\`npm run bench -- --only enrolment,look-up\` measures these rows alone, and \`--json FILE\` keeps the figures. Servers of others are measured where they are installed: \`apt-get install glewlwyd sqlite3 liblemonldap-ng-portal-perl starman\`, \`npm ci --prefix bench/peers/better-auth\`. How many cores you need for your users: [capacity](operators/capacity.md).
`;
}

const coresOf = ({ coresApart }) =>
  coresApart
    ? 'The program and its database share one core, and the load has another.'
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
  ['bare Express', 'answers with a constant', 'anything else: it is the floor of a request in Node'],
  [
    'Express with the same SELECT, or the same statements',
    'sends what our service was seen to send, to a copy of its database, and waits for each',
    'look at a token, a signature or a parameter; deliver events',
  ],
  [
    'plain Nest with the same SELECT',
    'checks the token and the parameters with the usual packages (Passport, class-validator, TypeORM)',
    'limit rates, log, measure, trace',
  ],
  [
    'bare oidc-provider, in memory',
    'makes the same tokens, signed with the same algorithms',
    'keep anything: a restart loses all; audit, limits, enterprises. Its own store gets slower with each code of a grant, so a plain map takes its place',
  ],
  [
    'Glewlwyd, SQLite in memory',
    'is a whole server of OAuth 2.0, written in C, and makes the same kind of token',
    'write to a disk here; enterprises',
  ],
  [
    'LemonLDAP::NG, sessions in memory',
    'is a whole server of OAuth 2.0, written in Perl, and its token is signed by RS256',
    'sign by ES256, which costs a tenth; write to a disk here',
  ],
  [
    'better-auth',
    'is a library for Node with a provider of OAuth 2.0, on the same server of PostgreSQL, and makes the same kind of token',
    'audit, enterprises; limits are off, as they are with us',
  ],
];

const machineRows = (machine, at) => [
  ['Processor', `${machine.processor}, ${machine.cores} cores`],
  ['Memory', `${machine.memoryGiB} GiB`],
  ['System', machine.system],
  ['Node', machine.node],
  ['PostgreSQL', machine.postgresql],
  ['Its settings', Object.entries(machine.settings).map(([name, value]) => `\`${name} = ${value}\``).join(', ')], // oxfmt-ignore
  ['Load of the minute before', machine.loadBefore.toFixed(2)],
  ['Measured', at.slice(0, 10)],
];
