// oxfmt-ignore
export const hitKinds = [
  'user', 'idvSession', 'notification', 'device', 'client', 'webhookEndpoint', 'webhookDelivery', 'auditEvent',
] as const;
export type HitKind = (typeof hitKinds)[number];

export interface Hit {
  readonly kind: HitKind;
  readonly id: string;
  readonly title: string;
  /** The user that it is about, if there is one. */
  readonly userId: string | null;
  /** The object that contains it: for a delivery, its endpoint. */
  readonly within: string | null;
  readonly status: string | null;
}

/** Shortens the longest groups, so that many hits of one kind do not push out the others. */
export function fairly(groups: readonly (readonly Hit[])[], most: number): Hit[] {
  let share = most;
  while (share > 1 && groups.reduce((sum, { length }) => sum + Math.min(length, share), 0) > most) share--;
  return groups.flatMap((group) => group.slice(0, share)).slice(0, most);
}
