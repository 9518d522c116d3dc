// oxfmt-ignore
export const hitKinds = [
  'user', 'idvSession', 'notification', 'device', 'client', 'webhookEndpoint', 'webhookDelivery', 'auditEvent',
] as const;
export type HitKind = (typeof hitKinds)[number];

export interface Hit {
  readonly kind: HitKind;
  readonly id: string;
  readonly title: string;
  /** The user whom the hit is about, if there is one. */
  readonly userId: string | null;
  /** The id of the object that the hit is a part of, such as the webhook endpoint of a delivery. */
  readonly within: string | null;
  readonly status: string | null;
}

/**
 * Limits the number of hits by shortening the longest groups first, so that many hits of one kind do not displace the
 * others.
 */
export function fairly(groups: readonly (readonly Hit[])[], most: number): Hit[] {
  let share = most;
  while (share > 1 && groups.reduce((sum, { length }) => sum + Math.min(length, share), 0) > most) share--;
  return groups.flatMap((group) => group.slice(0, share)).slice(0, most);
}
