/**
 * The roles of operators, in the order of the columns below. They are defined in code, so that they can be audited for
 * each release.
 */
export const roles = ['support', 'reviewer', 'security', 'developer', 'owner'] as const;
export type Role = (typeof roles)[number];

/**
 * How a role holds a right. `may`: it can be used alone. `two`: each use needs the approval of a second operator who
 * holds the same right. `no`: the role does not have it.
 */
export type Permission = 'may' | 'two' | 'no';

export interface Right {
  readonly title: string;
  readonly scopes: readonly string[];
  readonly of: Readonly<Record<Role, Permission>>;
}

const SIGN: Readonly<Record<string, Permission>> = { '●': 'may', '◐': 'two', '·': 'no' };

/** Creates a row of the table of rights. Its cells are in the order of `roles`. */
function right(title: string, cells: string, ...scopes: string[]): Right {
  const leaves = cells.split(' ').map((sign) => SIGN[sign] ?? 'no');
  const of = Object.fromEntries(roles.map((role, at) => [role, leaves[at] ?? 'no'])) as Record<Role, Permission>;
  return { title, scopes, of };
}

/** The rights of each role. The columns are: support, reviewer, security, developer, owner. */
export const rights = {
  find: right('Find people, status, history', '● ● ● · ●', 'users:read'),
  contact: right('See e-mail, phone and login ID in full', '● · ● · ●', 'users:contact'),
  act: right(
    'Pause, block and unblock people, end sessions, manage devices, send new codes',
    '● · ● · ●',
    'users:write',
  ),
  open: right('Open or cancel a verification, cancel a notification', '● · ● · ●', 'idv:write', 'notifications:write'),
  remove: right('Reset or delete people, export their data', '◐ · ◐ · ◐', 'users:remove'),
  results: right('See results of verifications', '● ● ● ● ●', 'idv:read'),
  review: right('See document pictures and data, decide on verifications', '· ● · · ·', 'idv:review'),
  removeEvidence: right('Remove evidence early', '· ◐ ◐ · ◐', 'idv:evidence'),
  notifications: right('See what was asked and answered', '● · ● · ●', 'notifications:read'),
  evidence: right('Verify and save evidence', '· · ● · ●', 'notifications:evidence'),
  replay: right('Replay and test webhooks', '● · · ● ●', 'webhooks:read', 'webhooks:replay'),
  configure: right(
    'Change webhooks and clients',
    '· · · ● ●',
    'webhooks:read',
    'webhooks:write',
    'ssf.read',
    'ssf.manage',
    'clients:read',
    'clients:write',
  ),
  secure: right(
    'Give wide rights to clients and webhooks, report a compromised key',
    '· · ◐ ◐ ◐',
    'clients:read',
    'clients:secure',
  ),
  audit: right('Read the audit log', '· · ● · ●', 'audit:read'),
  operators: right('Manage operators and their roles', '· · · · ●', 'operators:read', 'operators:write'),
  owners: right('Manage owners of all enterprises', '· · · · ◐', 'operators:read', 'operators:owners'),
  enterprise: right('Manage enterprises', '· · · · ●', 'enterprises:read', 'enterprises:write'),
  figures: right('See figures', '● ● ● ● ●', 'figures:read'),
  system: right('Manage the system and parked work', '· · · ● ●', 'system:read', 'system:write'),
} as const satisfies Readonly<Record<string, Right>>;

export type RightName = keyof typeof rights;
export const rightNames = Object.keys(rights) as RightName[];

/** The right to manage owners of all enterprises. Requests for approval that need it are shown in every enterprise. */
export const OF_ALL = 'owners' satisfies RightName;

type ScopesOf = (right: Right, leave: Permission) => readonly string[];

const scopesBy = (held: Iterable<Role>, scopesIn: ScopesOf): Set<string> =>
  new Set([...held].flatMap((role) => Object.values<Right>(rights).flatMap((one) => scopesIn(one, one.of[role]))));

/**
 * Returns all scopes that the given roles can use without a second operator. If a right needs a second operator's
 * approval, its last scope is left out. Its other scopes let the operator look up what to request.
 */
export const scopesOf = (held: Iterable<Role>): Set<string> =>
  scopesBy(held, ({ scopes }, leave) => (leave === 'may' ? scopes : leave === 'two' ? scopes.slice(0, -1) : []));

/** Returns the scopes that the given roles can use only with a second operator's approval. */
export function scopesWithSecond(held: readonly Role[]): Set<string> {
  const alone = scopesOf(held);
  const asked = scopesBy(held, ({ scopes }, leave) => (leave === 'two' ? scopes.slice(-1) : []));
  return new Set([...asked].filter((scope) => !alone.has(scope)));
}

/**
 * Returns the right that contains the scope and that at least one role can use only with a second operator's approval.
 */
export const rightOfScope = (scope: string): RightName | undefined =>
  rightNames.find((name) => {
    const { of, scopes }: Right = rights[name];
    return scopes.includes(scope) && roles.some((role) => of[role] === 'two');
  });

/**
 * Returns the scope that stands for a right: the last scope in the row of the right. It is the only scope of the right
 * that may need a second operator's approval.
 */
export const scopeOfRight = (name: RightName): string => rights[name].scopes.at(-1) ?? '';

/**
 * Returns the rights that at least one role can use only with a second operator's approval, and whose last scope the
 * caller has.
 */
export const rightsWith = (has: (scope: string) => boolean): RightName[] =>
  rightNames.filter((name) => rightOfScope(scopeOfRight(name)) === name && has(scopeOfRight(name)));

/** Combines the permissions of several roles by taking the strongest one for each right. */
export function permissionsOf(held: readonly Role[]): Readonly<Record<RightName, Permission>> {
  const best = ({ of }: Right): Permission => {
    const leaves = held.map((role) => of[role]);
    return leaves.includes('may') ? 'may' : leaves.includes('two') ? 'two' : 'no';
  };
  return Object.fromEntries(rightNames.map((name) => [name, best(rights[name])])) as Record<RightName, Permission>;
}
