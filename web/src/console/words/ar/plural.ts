const rules = new Intl.PluralRules('ar');

interface Forms {
  readonly one: string;
  readonly two: string;
  /** From three to ten. */
  readonly few: string;
  /** From eleven on. */
  readonly many: string;
  /** Hundreds. */
  readonly other: string;
}

/** A number with its noun. One and two are in the noun itself. */
export function counted(count: number, { one, two, few, many, other }: Forms, shown = String(count)): string {
  const form = rules.select(count);
  if (form === 'one') return one;
  if (form === 'two') return two;
  return `${shown} ${form === 'few' ? few : form === 'many' ? many : other}`;
}

export const PERSONS: Forms = {
  one: 'شخص واحد',
  two: 'شخصان',
  few: 'أشخاص',
  many: 'شخصًا',
  other: 'شخص',
};
export const DAYS: Forms = { one: 'يوم واحد', two: 'يومان', few: 'أيام', many: 'يومًا', other: 'يوم' };
