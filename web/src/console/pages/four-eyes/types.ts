import { words } from '../../words/words.js';

interface Operator {
  readonly id: string;
  readonly name: string | null;
}
export type Verb = 'agree' | 'refuse' | 'takeBack';

export interface FourEyesRequest {
  readonly id: string;
  readonly state: 'waiting' | 'agreed' | 'done' | 'failed' | 'refused' | 'takenBack' | 'fallen';
  readonly right: string;
  readonly call: {
    readonly method: string;
    readonly path: string;
    readonly route: string;
    readonly body: Readonly<Record<string, unknown>> | null;
  };
  readonly comments: string;
  readonly askedBy: Operator;
  readonly askedTs: number;
  readonly fallsTs: number;
  readonly decidedBy: Operator | null;
  readonly decidedTs: number | null;
  readonly refusal: string | null;
  readonly answer: { readonly status: number; readonly code: string | null; readonly untilTs: number | null } | null;
  readonly allowed: readonly Verb[];
}

const texts = words.fourEyes;

export const nameOf = ({ name }: Operator): string => name ?? texts.somebody;

/** Whether the call exports a list of users, and so is not about a single person. */
export const isOfList = ({ call }: FourEyesRequest): boolean => call.route === 'POST /v1/userExports';

/** Whether the call is one action for many people. */
export const isForMany = ({ call }: FourEyesRequest): boolean => call.route === 'POST /v1/userActions';

/** The user ids in the body of the call, if it has any. */
export function peopleIn({ call }: FourEyesRequest): readonly string[] | undefined {
  const userIds = call.body?.['userIds'];
  return Array.isArray(userIds) ? userIds.map(String) : undefined;
}

/**
 * The object that the call changes: its id, which is the third part of the path. For a list, its filters; for a new
 * object, its name.
 */
export function concernedBy(request: FourEyesRequest): string {
  const { call } = request;
  const people = peopleIn(request);
  if (people) return words.bulk.people(people.length);
  if (isOfList(request)) {
    const filters = [...new URLSearchParams(call.path.split('?')[1])].filter(([name]) => name !== 'order');
    return texts.filters(filters.map((pair) => pair.join(' ')).join(', '));
  }
  const { clientName, url, name } = call.body ?? {};
  const isNew = /^POST \/v1\/\w+$/.test(call.route);
  if (isNew) return [clientName, url, name].find((one) => typeof one === 'string') ?? '';
  const [, , , id = ''] = (call.path.split('?')[0] ?? '').split('/');
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

const PAGES: Readonly<Record<string, string>> = {
  users: '/users/',
  idvSessions: '/verifications/',
  clients: '/clients/',
  webhookEndpoints: '/webhooks/',
};

export function pageOf(request: FourEyesRequest): string | undefined {
  const [, , plural = ''] = request.call.path.split('/');
  if (request.call.path.split('?')[0]?.split('/').length === 3) return undefined;
  if (plural === 'keys') return '/clients?tab=keys';
  const page = PAGES[plural];
  return page === undefined ? undefined : page + encodeURIComponent(concernedBy(request));
}

function whatOf(request: FourEyesRequest) {
  const { route, body } = request.call;
  if (isOfList(request) && peopleIn(request)) return texts.calls['people'];
  return texts.calls[route] ?? texts.calls[String(body?.['status'])];
}

/** Describes the call in words. */
export function titleOf(request: FourEyesRequest): string {
  const concerned = concernedBy(request);
  const { method, path, body } = request.call;
  const { acts } = words.bulk;
  if (isForMany(request)) return `${acts[String(body?.['action']) as keyof typeof acts]}: ${concerned}`;
  return whatOf(request)?.title(concerned) ?? `${method} ${path}`;
}

/** Whether the operator cannot agree, although the permission suffices: both may be one person with two accounts. */
export const isTooClose = ({ allowed }: FourEyesRequest): boolean =>
  allowed.includes('refuse') && !allowed.includes('agree');

export const followsFrom = (request: FourEyesRequest): string => whatOf(request)?.then ?? '';
