import { authReadyChecks } from '../../auth/auth.commands.js';
import { idvReadyChecks } from '../../idv/idv.commands.js';
import {
  type Command,
  type CommandContext,
  defineCommand,
  type Finding,
  isError,
  maskShapes,
  ok,
  Readiness,
  type ReadyTopic,
  wrong,
} from '../../shared/observability/index.js';
import { usersReadyChecks } from '../../users/users.commands.js';
import { webhooksReadyChecks } from '../../webhooks/webhooks.ready-checks.js';
import { databaseFindings, workFindings } from '../ready/database-checks.js';
import { certificateFindings, keyFindings } from '../ready/file-checks.js';
import { mailFindings, pushFindings } from '../ready/message-checks.js';
import {
  addressFindings,
  choiceFindings,
  nodeFinding,
  productionFindings,
  retentionFindings,
  reviewFindings,
} from '../ready/settings-checks.js';

type Place = Pick<CommandContext, 'config' | 'database' | 'application'>;

export const ready: Command = defineCommand({
  name: 'ready',
  summary:
    'Looks at everything that can be looked at before going live, and tells what to do. Exits with 1 when something is wrong.',
  options: { json: { type: 'boolean', summary: 'Prints the findings as JSON.' } },
  run: async ({ options, print, ...place }) => {
    const findings = await findingsOf(place);
    const isReady = findings.every(({ state }) => state !== 'wrong');
    if (options.json) print(JSON.stringify({ ready: isReady, findings }, undefined, 2));
    else tableOf(findings).forEach((line) => print(line));
    return isReady ? 0 : 1;
  },
});

async function findingsOf(place: Place): Promise<Finding[]> {
  const settings = productionFindings(process.env);
  const config = await tryCheck('settings', () => Promise.resolve(place.config()));
  // With an invalid configuration, no other check can run. `settings` already contains the faults.
  if ('state' in config) return settings;
  const { value } = config;
  return [
    ...settings,
    nodeFinding(process.versions.node),
    ...addressFindings(value),
    ...choiceFindings(value),
    ...certificateFindings(value),
    ...keyFindings(value, new Date()),
    ...retentionFindings(process.env, value),
    ...mailFindings(value),
    ...(await runChecks('mail server', () => usersReadyChecks(place))),
    ...pushFindings(value),
    ...(await storedFindings(place)),
    ...(await runChecks('identity engine', () => idvReadyChecks(place))),
    ...reviewFindings(value),
  ];
}

/**
 * Opens the application only if the database has all migrations. Otherwise the check itself would apply the missing
 * ones to an embedded database.
 */
async function storedFindings(place: Place): Promise<Finding[]> {
  const found = await runChecks('database', async () => databaseFindings(await place.database(), place.config()));
  const isMigrated = found.some(({ about, state }) => about === 'migrations' && state === 'ok');
  if (!isMigrated) return found;
  return [
    ...found,
    ...(await runChecks('work', async () => workFindings(await place.database()))),
    ...(await runChecks('signing keys', () => authReadyChecks(place))),
    ...(await runChecks('webhooks', () => webhooksReadyChecks(place))),
    ...(await runChecks('pictures', () => storageFindings(place))),
  ];
}

async function storageFindings({ config, application }: Place): Promise<Finding[]> {
  if (config().blobsS3Endpoint === undefined) return [ok('pictures', 'They are kept in the database.')];
  const { checks } = await (await application()).get(Readiness).report();
  return checks['storage'] === 'up'
    ? [ok('pictures', 'The object storage answers.')]
    : [wrong('pictures', 'The object storage does not respond.', 'Correct BLOBS_S3_…, or look at the storage.')];
}

type CheckResult<T> = Finding | { readonly value: T };

async function tryCheck<T>(about: ReadyTopic, look: () => Promise<T>): Promise<CheckResult<T>> {
  try {
    return { value: await look() };
  } catch (error) {
    return wrong(about, maskShapes(isError(error) ? error.message : 'unknown'), 'Correct it, and run this again.');
  }
}

async function runChecks(about: ReadyTopic, look: () => Promise<Finding[]>): Promise<Finding[]> {
  const found = await tryCheck(about, look);
  return 'state' in found ? [found] : found.value;
}

const STATES = 11;
const ABOUT = 18;

function tableOf(findings: readonly Finding[]): string[] {
  const lines = findings.flatMap(({ state, about, found, todo }) => [
    `${state.padEnd(STATES)}${about.padEnd(ABOUT)}${found}`,
    ...(todo === undefined ? [] : [`${' '.repeat(STATES + ABOUT)}→ ${todo}`]),
  ]);
  const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length;
  return [...lines, '', `${count('ok')} ok, ${count('attention')} need attention, ${count('wrong')} are wrong.`];
}
