import { ConfigError, readConfig, type Config, type Environment } from '../../config.js';
import { Networks } from '../../config/networks.js';
import { attention, type Finding, ok, wrong } from '../../shared/observability/index.js';

/** Finds settings that a start in production would refuse. */
export function productionFindings(env: Environment): Finding[] {
  const mode = env['NODE_ENV'] ?? 'development';
  const asked =
    mode === 'production'
      ? ok('mode', 'NODE_ENV is production.')
      : wrong('mode', `NODE_ENV is ${mode}: keys, certificates and more are made up.`, 'Set NODE_ENV=production.');
  const refused = refusedIn({ ...env, NODE_ENV: 'production' });
  const settings =
    refused.length === 0
      ? [ok('settings', 'All that production needs is set.')]
      : refused.map((sentence) => wrong('settings', sentence, 'Correct it: the start ends with 78 otherwise.'));
  return [asked, ...settings];
}

/** The oldest version of Node that still receives security fixes. */
const OLDEST_KEPT = 22;

export function nodeFinding(version: string): Finding {
  const found = `The program runs on Node ${version}`;
  return Number.parseInt(version, 10) < OLDEST_KEPT
    ? attention('node', `${found}, which gets no security fixes any more.`, 'Start it with Node 24.')
    : ok('node', `${found}.`);
}

function refusedIn(env: Environment): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  }
}

const ADDRESSES = {
  AUTH_URL: 'authUrl',
  MANAGEMENT_URL: 'managementUrl',
  IDV_URL: 'idvUrl',
  MOBILE_URL: 'mobileUrl',
} as const;
const HERE = new Networks(['127.0.0.0/8', '::1']);

const isHere = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || HERE.includes(host.replace(/^\[|\]$/g, ''));

export function addressFindings(config: Config): Finding[] {
  const findings = Object.entries(ADDRESSES).flatMap(([name, key]) => addressFinding(name, new URL(config[key])));
  return findings.length > 0 ? findings : [ok('addresses', 'All four are https, and none is this machine.')];
}

function addressFinding(name: string, { protocol, hostname, origin }: URL): Finding[] {
  const found = `${name} is ${origin}`;
  if (isHere(hostname))
    return [wrong('addresses', `${found}, which others cannot reach.`, 'Give the address that users call.')];
  if (protocol !== 'https:')
    return [wrong('addresses', `${found}: without TLS anyone between reads along.`, 'Give an https address.')];
  return [];
}

const LEAST_MEMORY_KIB = 19_456;

/** Reports settings whose values are valid but often set by mistake. */
export function choiceFindings(config: Config): Finding[] {
  const choices: readonly [applies: boolean, found: string, todo: string][] = [
    [
      config.tlsMode === 'off' && config.trustProxy.length === 0,
      'TLS_MODE is off and TRUST_PROXY is empty: the limits by address count all callers as one.',
      'Set TRUST_PROXY to the addresses of the proxies in front.',
    ],
    [
      config.tlsMode === 'on' && isHere(config.listenHost),
      `LISTEN_HOST is ${config.listenHost}: other machines cannot connect.`,
      'Set LISTEN_HOST, unless a proxy on this machine calls.',
    ],
    [
      config.passwordMemoryKib < LEAST_MEMORY_KIB,
      `PASSWORD_MEMORY_KIB is ${config.passwordMemoryKib}: stolen hashes are guessed faster.`,
      `Set it to ${LEAST_MEMORY_KIB} or more.`,
    ],
    [
      config.outboundAllow?.some((entry) => /\/0$/.test(entry)) ?? false,
      'OUTBOUND_ALLOW lets our own calls go everywhere in your network.',
      'Name the hosts and subnets that enterprises may be called at.',
    ],
    [
      config.logLevel === 'debug' || config.logLevel === 'trace',
      `LOG_LEVEL is ${config.logLevel}: the log grows fast.`,
      'Set LOG_LEVEL=info.',
    ],
    [
      config.migrate === 'on' && config.databaseUrl !== undefined,
      'MIGRATE is on: the user of the database may change its tables.',
      'Set MIGRATE=off where `npm run migrate` is run with a user of its own.',
    ],
  ];
  const found = choices.filter(([applies]) => applies).map(([, said, todo]) => attention('choices', said, todo));
  return found.length > 0 ? found : [ok('choices', 'None of the settings is unusual.')];
}

/** Reports whether the operator has set the default retention periods. Each enterprise may override them. */
export function retentionFindings(env: Environment, config: Config): Finding[] {
  const days = `Notifications are kept for ${config.notificationRetentionDays} days, webhooks for ${config.webhookRetentionDays}.`;
  const chosen = ['NOTIFICATION_RETENTION_DAYS', 'WEBHOOK_RETENTION_DAYS'].every((name) => env[name] !== undefined);
  if (chosen) return [ok('retention', days)];
  return [attention('retention', `${days} Nobody has chosen that.`, 'Agree on it, and set both …_RETENTION_DAYS.')];
}

export function reviewFindings({ idvEngine, idvReviewFourEyes }: Config): Finding[] {
  if (idvEngine === 'none') return [];
  if (idvReviewFourEyes) return [ok('review', 'A review is decided when two people say the same.')];
  const todo = 'Set IDV_REVIEW_FOUR_EYES=true where two groups review.';
  return [attention('review', 'One person alone decides a review.', todo)];
}
