/** A call that the bank makes: what it is for, in the words of a visitor, and how a program of Node makes it. */
interface Explained {
  readonly method: string;
  readonly path: RegExp;
  readonly why: string;
  readonly guide: string;
  /** What stands in the body, where calls differ by it. */
  readonly for?: string;
  /** `sent`: the body, as JSON. `ids`: what the groups of the path have found. */
  readonly node?: (sent: string, ids: readonly string[]) => string;
}

const GUIDES = 'docs/integrators';
const ID = '([^/?]+)';
const path = (text: string): RegExp => new RegExp(`^${text.replaceAll('{}', ID)}(?:\\?.*)?$`);

const CALLS: readonly Explained[] = [
  {
    ...{ method: 'GET', path: path('/service/authserver/\\.well-known/openid-configuration') },
    ...{ why: 'Where tokens are to be had', guide: `${GUIDES}/tokens.md` },
  },
  {
    ...{ method: 'POST', path: path('/service/authserver/oauth/token'), for: 'authorization_code' },
    ...{ why: 'The code is good once', guide: `${GUIDES}/sign-in/README.md` },
  },
  {
    ...{ method: 'POST', path: path('/service/authserver/oauth/token') },
    ...{ why: 'The bank’s server proves who it is', guide: `${GUIDES}/tokens.md` },
    node: () => '// the client does this by itself, and again before the token ends',
  },
  {
    ...{ method: 'GET', path: path('/v1/users/{}'), why: 'Is she known?', guide: `${GUIDES}/users.md` },
    node: (_sent, [userId]) => `await client.users.get('${userId}');`,
  },
  {
    ...{ method: 'POST', path: path('/v1/users'), why: 'Enrolled, and not let in yet', guide: `${GUIDES}/users.md` },
    node: (sent) => `await client.users.create(${sent});`,
  },
  {
    ...{ method: 'PUT', path: path('/v1/users/{}/status'), why: 'Refused with 409 without a verification' },
    guide: `${GUIDES}/users.md`,
    node: (sent, [userId]) => `await client.users.changeStatus('${userId}', ${sent});`,
  },
  {
    ...{ method: 'POST', path: path('/v1/idvWebTokens'), why: 'A session for her on the hosted pages' },
    guide: `${GUIDES}/identity-verification.md`,
    node: (sent) => `const { idvUrl } = await client.idvWebTokens.create(${sent});`,
  },
  {
    ...{ method: 'GET', path: path('/v1/idvWebTokens/{}'), why: 'The browser is not believed; the API is' },
    guide: `${GUIDES}/identity-verification.md`,
    node: (_sent, [id]) => `await client.idvWebTokens.get('${id}');`,
  },
  {
    ...{ method: 'GET', path: path('/service/authserver/oauth/userinfo'), why: 'Who has signed in' },
    guide: `${GUIDES}/sign-in/README.md`,
  },
  {
    ...{ method: 'POST', path: path('/v1/notifications'), why: 'She is asked on her phone' },
    guide: `${GUIDES}/notifications.md`,
    node: (sent) => `await client.notifications.create(${sent});`,
  },
  {
    ...{ method: 'GET', path: path('/v1/notifications/{}'), why: 'The answer, with its evidence' },
    guide: `${GUIDES}/notifications.md`,
    node: (_sent, [uuid]) => `const { evidence } = await client.notifications.get('${uuid}');`,
  },
  {
    ...{ method: 'GET', path: path('/\\.well-known/evidence-keys\\.json'), why: 'Public, for good' },
    guide: `${GUIDES}/notifications.md`,
    node: () => 'await verifyEvidence(evidence, keys);',
  },
  {
    ...{ method: 'GET', path: path('/docs/mailbox\\.json'), why: 'In development mail is kept, not sent' },
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

/** For a shell that has `$API`, `$ISSUER` and `$TOKEN`. */
export function curlOf(method: string, address: string, sent: unknown, isForm: boolean): string {
  const url = new URL(address);
  const host = url.pathname.startsWith('/v1/') ? '$API' : '$AUTH';
  const parts = [`curl -s --cacert .data/tls/ca.pem "${host}${url.pathname}${url.search}"`];
  if (method !== 'GET' && method !== 'POST') parts.push(`-X ${method}`);
  if (isForm) {
    parts.push('-u "$CLIENT_ID:$CLIENT_SECRET"');
    const fields = Object.entries(sent as Record<string, string>);
    parts.push(...fields.filter(([name]) => !name.startsWith('client_')).map(([name, value]) => `-d ${name}=${value}`));
  } else {
    if (host === '$API') parts.push('-H "Authorization: Bearer $TOKEN"');
    if (sent !== undefined) parts.push(`-H 'Content-Type: application/json' -d '${quoted(JSON.stringify(sent))}'`);
  }
  return parts.join(' \\\n  ');
}

/** For single quotes of a shell. */
export const quoted = (text: string): string => text.replaceAll("'", `'\\''`);
