import { OF_ALL, scopeOfRight, scopesOf, scopesWithSecond, type Role } from './role-table.js';

export const sides = ['live', 'test', 'both'] as const;
export type Side = (typeof sides)[number];

/** A role of an operator in one enterprise. The enterprise `*` means all enterprises. */
export interface Grant {
  readonly enterpriseId: string;
  readonly side: Side;
  readonly role: Role;
}

export const EVERYWHERE = '*';

/** Copies a grant from its database row, without the other columns of the row. */
export const grantOf = ({ enterpriseId, side, role }: Grant): Grant => ({ enterpriseId, side, role });

/** Returns the roles that the grants give in an enterprise, for live or test data. */
export const rolesAt = (grants: readonly Grant[], enterpriseId: string, test: boolean): Role[] => [
  ...new Set(
    grants
      .filter((grant) => grant.enterpriseId === EVERYWHERE || grant.enterpriseId === enterpriseId)
      .filter(({ side }) => side === 'both' || side === (test ? 'test' : 'live'))
      .map(({ role }) => role),
  ),
];

/**
 * Whether the grants make the operator an owner of all enterprises on live data. Only such owners may change what
 * affects all enterprises.
 */
export const ownsAll = (grants: readonly Grant[]): boolean =>
  grants.some(({ enterpriseId, side, role }) => enterpriseId === EVERYWHERE && side !== 'test' && role === 'owner');

/** Whether the grants allow an operator to see the state of the whole service, and therefore to receive its alarms. */
export const seesService = (grants: readonly Grant[]): boolean =>
  scopesOf(
    rolesAt(
      grants.filter(({ enterpriseId }) => enterpriseId === EVERYWHERE),
      EVERYWHERE,
      false,
    ),
  ).has('system:read');

export interface GrantFacts {
  readonly enterpriseId: string;
  readonly test: boolean;
  readonly roles: readonly Role[];
  readonly scopes: ReadonlySet<string>;
  /** The scopes that the operator can use only with a second operator's approval. */
  readonly withSecond: ReadonlySet<string>;
  /** Whether the operator has these roles in all enterprises. */
  readonly everywhere: boolean;
}

/**
 * Returns an operator's roles and scopes in an enterprise, for live or test data. The enterprise defaults to `default`
 * if a grant is for all enterprises, or else to the first one in the grants. The side defaults to live if the operator
 * has a role there, or else to test.
 */
export function effectiveRoles(
  grants: readonly Grant[],
  named: { readonly enterpriseId?: string | undefined; readonly test?: boolean | undefined },
): GrantFacts {
  const first = grants.find(({ enterpriseId }) => enterpriseId !== EVERYWHERE)?.enterpriseId;
  const everywhere = grants.some(({ enterpriseId }) => enterpriseId === EVERYWHERE);
  const enterpriseId = named.enterpriseId ?? (everywhere ? 'default' : (first ?? 'default'));
  const test = named.test ?? rolesAt(grants, enterpriseId, false).length === 0;
  const roles = rolesAt(grants, enterpriseId, test);
  const withSecond = scopesWithSecond(roles);
  // only an owner of all enterprises may change another such owner
  if (!ownsAll(grants)) withSecond.delete(scopeOfRight(OF_ALL));
  const inAll = rolesAt(
    grants.filter((grant) => grant.enterpriseId === EVERYWHERE),
    EVERYWHERE,
    test,
  );
  const rights = { scopes: scopesOf(roles), withSecond };
  return { enterpriseId, test, roles, ...rights, everywhere: inAll.length === roles.length };
}
