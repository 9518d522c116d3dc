import type { Config } from '../config.js';
import { issuerOf } from '../shared/auth-guard/index.js';
import type { DemoEvent } from './demo-event.js';
import type { Visit } from './visit.js';

/** Steps that a person must take before certain calls of the script. The script prints the text and waits for Enter. */
const BEFORE: readonly (readonly [method: string, path: RegExp, what: string])[] = [
  ['GET', /^\/v1\/idvWebTokens\//, 'Open idvUrl, go through the pages, then press Enter here'],
  [
    'POST',
    /^\/v1\/notifications$/,
    'Sign in to the app as this user and let it register its key, then press Enter here',
  ],
  ['GET', /^\/v1\/notifications\//, 'Answer in the app, then press Enter here'],
];

/**
 * Returns a shell script that repeats the visitor's API calls for a new user. The script contains no secrets: it reads
 * the bank's credentials from the data folder.
 */
export function scriptOf({ userId, webSessionId, notificationUuid, happenings }: Visit, config: Config): string {
  const named = (text: string): string =>
    [
      [userId, '$USER_ID'],
      [webSessionId, '$SESSION'],
      [notificationUuid, '$NOTIFICATION'],
    ].reduce((done, [id, name]) => (id ? done.replaceAll(id, name ?? '') : done), text);
  const calls = happenings.filter(({ what }) => what.startsWith('/v1/')).filter(isFirst);
  return [...head(config), ...calls.flatMap((call) => linesOf(call, named)), ''].join('\n');
}

const isFirst = (one: DemoEvent, index: number, all: readonly DemoEvent[]): boolean =>
  all.findIndex(({ method, what }) => method === one.method && what === one.what) === index;

const head = (config: Config): string[] => [
  '#!/bin/sh',
  '# The calls of the demo bank. Run it where the service runs: it reads the secrets of the bank from its data folder.',
  'set -eu',
  `API=${config.managementUrl} ISSUER=${issuerOf(config)}`,
  'KEPT=${KEPT:-.data} # the data folder',
  'field() { node -p "JSON.parse(fs.readFileSync(0)).$1"; }',
  'CLIENT_ID=$(field bank.clientId < "$KEPT/demo-clients.json")',
  'CLIENT_SECRET=$(field bank.clientSecret < "$KEPT/demo-clients.json")',
  'USER_ID=visitor-$(node -p "crypto.randomUUID().slice(0, 8)")',
  'TOKEN=$(curl -s --cacert "$KEPT/tls/ca.pem" "$ISSUER/oauth/token" -u "$CLIENT_ID:$CLIENT_SECRET" \\',
  '  -d grant_type=client_credentials -d scope=all | field access_token)',
  'api() {',
  '  echo "$1 $2" >&2',
  '  method=$1 path=$2',
  '  shift 2',
  '  curl -s --cacert "$KEPT/tls/ca.pem" -X "$method" "$API$path" -H "Authorization: Bearer $TOKEN" "$@"',
  '}',
  "JSON='Content-Type: application/json'",
];

const KEPT: Readonly<Record<string, readonly [variable: string, member: string]>> = {
  'POST /v1/idvWebTokens': ['SESSION', 'web_session_id'],
  'POST /v1/notifications': ['NOTIFICATION', 'notification_uuid'],
};

function linesOf({ method = 'GET', what, sent, why }: DemoEvent, named: (text: string) => string): string[] {
  const asked = BEFORE.filter(([how, path]) => how === method && path.test(what)).map(([, , text]) => text);
  const call = `api ${method} "${named(what)}"${sent === undefined ? '' : ' -H "$JSON" -d @- <<END'}`;
  const body = sent === undefined ? [] : [named(inHeredoc(JSON.stringify(sent, null, 2))), 'END'];
  const kept = KEPT[`${method} ${what}`];
  return [
    ...['', `# ${why}`],
    ...asked.map((text) => `printf '%s ' "${text} ($USER_ID) …" && read -r _`),
    ...(kept ? ['ANSWER=$(' + call, ...body, ')', 'echo "$ANSWER"'] : [call, ...body, 'echo']),
    ...(kept ? [`${kept[0]}=$(echo "$ANSWER" | field ${kept[1]})`] : []),
  ];
}

/** Escapes characters that a shell expands in a here-document. */
const inHeredoc = (text: string): string => text.replace(/[\\$`]/g, '\\$&');
