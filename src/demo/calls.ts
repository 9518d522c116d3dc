import { ISSUER_PATH } from '../shared/auth-guard/index.js';

/**
 * Explains to a visitor one of the API calls that the bank makes: its purpose, the page of the guide, and code for Node
 * that makes the call.
 */
interface Explained {
  readonly method: string;
  readonly path: RegExp;
  readonly why: string;
  readonly guide: string;
  /** Text in the request body that distinguishes this call from others with the same method and path. */
  readonly for?: string;
  /** Returns the call as code for Node. `sent` is the body as JSON; `ids` are the variable parts of the path. */
  readonly node?: (sent: string, ids: readonly string[]) => string;
}

const GUIDES = 'docs/integrators';
const ID = '([^/?]+)';
const path = (text: string): RegExp => new RegExp(`^${text.replaceAll('{}', ID)}(?:\\?.*)?$`);

const CALLS: readonly Explained[] = [
  {
    ...{ method: 'GET', path: path('/service/authserver/\\.well-known/openid-configuration') },
    ...{ why: 'Find the endpoints for sign-in and tokens', guide: `${GUIDES}/tokens.md` },
  },
  {
    ...{ method: 'POST', path: path('/service/authserver/oauth/token'), for: 'authorization_code' },
    ...{ why: 'The bank exchanges the code for tokens. It works once', guide: `${GUIDES}/sign-in/README.md` },
  },
  {
    ...{ method: 'POST', path: path('/service/authserver/oauth/bc-authorize') },
    ...{ why: 'The assistant asks for exactly this payment', guide: `${GUIDES}/approvals.md` },
  },
  {
    ...{ method: 'POST', path: path('/service/authserver/oauth/token'), for: 'grant-type:ciba' },
    ...{ why: 'The assistant asks for its token', guide: `${GUIDES}/approvals.md` },
  },
  {
    ...{ method: 'POST', path: path('/service/authserver/oauth/token') },
    ...{ why: 'The bank’s server signs in', guide: `${GUIDES}/tokens.md` },
    node: () => '// the client does this by itself, and again before the token ends',
  },
  {
    ...{
      method: 'GET',
      path: path('/v1/users/{}'),
      why: 'Check whether she is already a customer',
      guide: `${GUIDES}/users.md`,
    },
    node: (_sent, [userId]) => `await client.users.get('${userId}');`,
  },
  {
    ...{
      method: 'POST',
      path: path('/v1/users'),
      why: 'Enrol her. She cannot sign in yet',
      guide: `${GUIDES}/users.md`,
    },
    node: (sent) => `await client.users.create(${sent});`,
  },
  {
    ...{ method: 'PUT', path: path('/v1/users/{}/status'), why: 'Let her in. Without a verification this is refused' },
    guide: `${GUIDES}/users.md`,
    node: (sent, [userId]) => `await client.users.changeStatus('${userId}', ${sent});`,
  },
  {
    ...{ method: 'POST', path: path('/v1/idvWebTokens'), why: 'Create a link to the verification pages' },
    guide: `${GUIDES}/identity-verification.md`,
    node: (sent) => `const { idvUrl } = await client.idvWebTokens.create(${sent});`,
  },
  {
    ...{ method: 'GET', path: path('/v1/idvWebTokens/{}'), why: 'Read the result from the API, not the browser' },
    guide: `${GUIDES}/identity-verification.md`,
    node: (_sent, [id]) => `await client.idvWebTokens.get('${id}');`,
  },
  {
    ...{ method: 'GET', path: path('/service/authserver/oauth/userinfo'), why: 'Read who signed in' },
    guide: `${GUIDES}/sign-in/README.md`,
  },
  {
    ...{ method: 'POST', path: path('/v1/notifications'), why: 'Ask her on her phone' },
    guide: `${GUIDES}/notifications.md`,
    node: (sent) => `await client.notifications.create(${sent});`,
  },
  {
    ...{ method: 'GET', path: path('/v1/notifications/{}'), why: 'Read the answer and its evidence' },
    guide: `${GUIDES}/notifications.md`,
    node: (_sent, [uuid]) => `const { evidence } = await client.notifications.get('${uuid}');`,
  },
  {
    ...{ method: 'GET', path: path('/\\.well-known/evidence-keys\\.json'), why: 'Get the published keys' },
    guide: `${GUIDES}/notifications.md`,
    node: () => 'await verifyEvidence(evidence, keys);',
  },
  {
    ...{ method: 'GET', path: path('/docs/mailbox\\.json'), why: 'Open the mailbox: in development no mail is sent' },
    guide: `${GUIDES}/users.md`,
  },
];

export interface Explanation {
  readonly why: string;
  readonly guide?: string;
  readonly node?: string;
}

export function explanationOf(method: string, target: string, sent: unknown): Explanation {
  for (const call of CALLS) {
    const found = call.method === method ? call.path.exec(target) : null;
    if (!found) continue;
    if (call.for !== undefined && !JSON.stringify(sent ?? '').includes(call.for)) continue;
    const { why, guide, node } = call;
    const ids = found.slice(1).map(decodeURIComponent);
    return { why, guide, ...(node && { node: node(JSON.stringify(sent ?? {}, null, 2), ids) }) };
  }
  return { why: '' };
}

/**
 * Returns the call as a `curl` command, which uses the shell variables `$API`, `$ISSUER`, `$TOKEN`, `$CLIENT_ID` and
 * `$CLIENT_SECRET`.
 */
export function curlOf(method: string, address: string, sent: unknown, isForm: boolean): string {
  const url = new URL(address);
  const path = url.pathname + url.search;
  const isApi = path.startsWith('/v1/');
  const isOfIssuer = path.startsWith(`${ISSUER_PATH}/`);
  const target = isApi ? `$API${path}` : isOfIssuer ? path.replace(ISSUER_PATH, '$ISSUER') : url.origin + path;
  const parts = [`curl -s --cacert .data/tls/ca.pem "${target}"`];
  if (method !== 'GET' && method !== 'POST') parts.push(`-X ${method}`);
  if (isForm) {
    parts.push('-u "$CLIENT_ID:$CLIENT_SECRET"');
    const fields = Object.entries(sent as Record<string, string>);
    parts.push(...fields.filter(([name]) => !name.startsWith('client_')).map(([name, value]) => fieldOf(name, value)));
  } else {
    if (isApi) parts.push('-H "Authorization: Bearer $TOKEN"');
    if (sent !== undefined) parts.push(`-H 'Content-Type: application/json' -d '${quoted(JSON.stringify(sent))}'`);
  }
  return parts.join(' \\\n  ');
}

const fieldOf = (name: string, value: string): string =>
  /^[\w.:-]*$/.test(value) ? `-d ${name}=${value}` : `--data-urlencode '${quoted(`${name}=${value}`)}'`;

/** Escapes text for use within single quotes in a shell. */
export const quoted = (text: string): string => text.replaceAll("'", `'\\''`);
