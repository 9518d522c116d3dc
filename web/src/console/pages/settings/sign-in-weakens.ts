import type { Enterprise, GroupRules, SecondFactor } from './types.js';

export type SignInRules = Enterprise['signIn'];

interface OfGroup {
  readonly level: number;
  readonly days: number;
  readonly factors: readonly SecondFactor[];
}

/** The rules for members of a group: the stricter of the general and the group's own. */
function rulesFor({ leastLevel, factors, rememberBrowserDays, groups }: SignInRules, name: string): OfGroup {
  const own = groups.filter(({ group }) => group === name);
  const days = (one: GroupRules) => one.rememberBrowserDays ?? rememberBrowserDays;
  return {
    level: Math.max(leastLevel, ...own.map((one) => one.leastLevel)),
    days: Math.min(rememberBrowserDays, ...own.map(days)),
    factors: factors.filter((factor) => own.every((one) => one.factors?.includes(factor) ?? true)),
  };
}

/**
 * Whether the change weakens sign-ins, so that a colleague must approve. The service decides this; the page only
 * announces it.
 */
export const weakens = (now: SignInRules, after: SignInRules): boolean =>
  after.factorRecoveryHours < now.factorRecoveryHours ||
  (now.recovery === 'off' && after.recovery === 'mail') ||
  (now.factorRecovery === 'off' && after.factorRecovery === 'identity') ||
  (now.newDevice === 'approval' && after.newDevice === 'login') ||
  (!now.emailChange && after.emailChange) ||
  // The empty name represents people who are in none of these groups.
  ['', ...now.groups.map(({ group }) => group)].some((group) => {
    const [before, then] = [rulesFor(now, group), rulesFor(after, group)];
    const isLower = then.level < before.level || then.days > before.days;
    return isLower || then.factors.some((factor) => !before.factors.includes(factor));
  });
