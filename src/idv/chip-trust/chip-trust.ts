/**
 * Kinds of trust entries: publishers of master lists, their master lists, authorities, revocation lists, and
 * certificates that an operator has blocked.
 */
export const trustKinds = ['publisher', 'list', 'authority', 'revocations', 'blocked'] as const;
export type TrustKind = (typeof trustKinds)[number];

/**
 * The `source` of an entry that an operator has imported directly. For an entry from a master list, `source` is the
 * fingerprint of the list's publisher.
 */
export const BY_HAND = 'hand';

/**
 * The fields of a trust entry (a certificate, master list or revocation list) that decide whether it is valid now, and
 * whether operators must be warned that it is outdated or expires soon.
 */
export interface TrustDates {
  readonly kind: TrustKind;
  readonly id: string;
  readonly state: string;
  readonly validUntil: Date | null;
  readonly importedAt: Date;
}

export const trustFaults = ['list_old', 'publisher_ends', 'state_ends', 'revocations_stale'] as const;
export type TrustFault = (typeof trustFaults)[number];

/**
 * A certificate or list that is outdated or expires soon, and in what way. `of` is the state that it belongs to, or the
 * ID of the entry if it names no state.
 */
export interface FoundFault {
  readonly fault: TrustFault;
  readonly of: string;
}

const DAY_MS = 86_400_000;
const PUBLISHER_DAYS = 30;
const STATE_DAYS = 90;

/** Finds trust entries that are outdated or expire soon, so that they can be replaced before chips are refused. */
export function faultsOf(entries: readonly TrustDates[], now: Date, listAgeDays: number): FoundFault[] {
  const endsWithin = ({ validUntil }: TrustDates, days: number): boolean =>
    validUntil !== null && validUntil.getTime() < now.getTime() + days * DAY_MS;
  const ofKind = (kind: TrustKind): TrustDates[] => entries.filter((entry) => entry.kind === kind);
  const faults = (fault: TrustFault, found: readonly TrustDates[]): FoundFault[] =>
    found.map(({ state, id }) => ({ fault, of: state === '' ? id : state }));
  const newest = ofKind('list').sort((one, other) => other.importedAt.getTime() - one.importedAt.getTime())[0];
  const isOld = newest !== undefined && newest.importedAt.getTime() + listAgeDays * DAY_MS < now.getTime();
  const ending = [...ofKind('publisher'), ...ofKind('list')].filter((entry) => endsWithin(entry, PUBLISHER_DAYS));
  return [
    ...faults('list_old', isOld ? [newest] : []),
    ...faults('publisher_ends', ending),
    ...faults(
      'state_ends',
      lastOfStates(validAuthorities(entries, now)).filter((entry) => endsWithin(entry, STATE_DAYS)),
    ),
    ...faults(
      'revocations_stale',
      ofKind('revocations').filter((entry) => endsWithin(entry, 0)),
    ),
  ];
}

interface ValidAuthority extends TrustDates {
  readonly validUntil: Date;
}

/** Authorities that have neither expired nor been blocked. */
function validAuthorities(entries: readonly TrustDates[], now: Date): ValidAuthority[] {
  const blocked = new Set(entries.filter(({ kind }) => kind === 'blocked').map(({ id }) => id));
  return entries.filter(
    (entry): entry is ValidAuthority =>
      entry.kind === 'authority' && !blocked.has(entry.id) && entry.validUntil !== null && entry.validUntil > now,
  );
}

/** Returns, for each state, the authority that expires last. */
function lastOfStates(authorities: readonly ValidAuthority[]): ValidAuthority[] {
  const last = new Map<string, ValidAuthority>();
  for (const entry of authorities) {
    const before = last.get(entry.state);
    if (!before || before.validUntil < entry.validUntil) last.set(entry.state, entry);
  }
  return [...last.values()];
}

/**
 * The states, by two-letter code, that have an authority that is neither expired nor blocked. `until` is when the last
 * of these authorities expires.
 */
export function trustedStates(entries: readonly TrustDates[], now: Date) {
  const valid = validAuthorities(entries, now);
  return lastOfStates(valid)
    .map(({ state, validUntil }) => ({
      state,
      authorities: new Set(valid.filter((one) => one.state === state).map(({ id }) => id)).size,
      until: validUntil,
      revocationsUntil: entries.find((one) => one.kind === 'revocations' && one.state === state)?.validUntil ?? null,
    }))
    .sort((one, other) => (one.state < other.state ? -1 : 1));
}
