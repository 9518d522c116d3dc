import { computed, signal } from '@preact/signals';
import { get } from './api.js';
import { choose, place } from './place.js';

export interface SeenEnterprise {
  readonly enterpriseId: string;
  readonly name: string;
  readonly sides: readonly ('live' | 'test')[];
}

export interface Me {
  readonly id: string;
  readonly name: string;
  readonly emailId: string | null;
  readonly enterprises: readonly SeenEnterprise[];
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  /**
   * For each right: whether the operator may use it alone (`may`), only with a colleague (`two`), or not at all (`no`).
   */
  readonly rights: Readonly<Record<string, 'may' | 'two' | 'no'>>;
  readonly passkeys: number;
  readonly grants: readonly { readonly enterpriseId: string; readonly side: string; readonly role: string }[];
  readonly mayReceiveAlarms: boolean;
  readonly accountUrl: string;
  readonly session: { readonly id: string; readonly endsTs: number; readonly idleSeconds: number };
}

export const me = signal<Me | undefined>(undefined);

let latest: object | undefined;

/**
 * Reads the operator's rights for the chosen enterprise and data (live or test). If the operator has none there,
 * chooses the first enterprise or data with rights. An answer is dropped if the rights were requested again meanwhile,
 * because it may be for another enterprise.
 */
export async function readMe(): Promise<void> {
  const reading = (latest = {});
  const found = await get<Me>('/v1/me');
  if (latest !== reading) return;
  me.value = found;
  const { enterprises } = found;
  const chosen = enterprises.find(({ enterpriseId }) => enterpriseId === place.value.enterprise) ?? enterprises[0];
  if (!chosen) return;
  const [first] = chosen.sides;
  const data = chosen.sides.includes(place.value.data) ? place.value.data : (first ?? 'live');
  const isOther = data !== place.value.data || chosen.enterpriseId !== place.value.enterprise;
  choose({ enterprise: chosen.enterpriseId, data });
  if (!isOther) return;
  const again = await get<Me>('/v1/me');
  if (latest === reading) me.value = again;
}

const scopes = computed(() => new Set(me.value?.scopes));

/** Whether the operator has the scope. The page hides what the server would refuse. */
export const may = (scope: string): boolean => scopes.value.has(scope);
/** Whether the operator has the right, alone or with a colleague's approval. */
export const mayAsk = (right: string): boolean => (me.value?.rights[right] ?? 'no') !== 'no';
export const needsTwo = (right: string): boolean => me.value?.rights[right] === 'two';
/** Whether the operator is an owner of all enterprises, who alone may manage operators. */
export const ownsAll = computed(
  () =>
    me.value?.grants.some(
      ({ enterpriseId, side, role }) => enterpriseId === '*' && side !== 'test' && role === 'owner',
    ) === true,
);
export const enterprise = computed(() =>
  me.value?.enterprises.find(({ enterpriseId }) => enterpriseId === place.value.enterprise),
);
