const rules = new Intl.PluralRules('ar');

interface Forms {
  readonly one: string;
  readonly two: string;
  /** The form of the noun after the numbers 3 to 10. */
  readonly few: string;
  /** The form of the noun after the numbers 11 to 99. */
  readonly many: string;
  /** The form of the noun after whole hundreds. */
  readonly other: string;
}

/** A number with its noun. For one and two, the noun's form says the number, so no digit is shown. */
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
