/**
 * Time zone abbreviations accepted at the end of a date, with their offsets from UTC. If an abbreviation is ambiguous,
 * only one of its meanings is accepted. The offset of an abbreviation is the same all year round. The guide for mobile
 * apps includes this table.
 */
export const zoneAbbreviations = {
  ACDT: '+10:30',
  ACST: '+09:30',
  ADT: '-03:00',
  AEDT: '+11:00',
  AEST: '+10:00',
  AKDT: '-08:00',
  AKST: '-09:00',
  ART: '-03:00',
  AST: '-04:00',
  AWST: '+08:00',
  BRT: '-03:00',
  BST: '+01:00',
  CAT: '+02:00',
  CDT: '-05:00',
  CEST: '+02:00',
  CET: '+01:00',
  CST: '-06:00',
  EAT: '+03:00',
  EDT: '-04:00',
  EEST: '+03:00',
  EET: '+02:00',
  EST: '-05:00',
  GMT: '+00:00',
  GST: '+04:00',
  HKT: '+08:00',
  HST: '-10:00',
  ICT: '+07:00',
  IST: '+05:30',
  JST: '+09:00',
  KST: '+09:00',
  MDT: '-06:00',
  MSK: '+03:00',
  MST: '-07:00',
  MYT: '+08:00',
  NDT: '-02:30',
  NPT: '+05:45',
  NST: '-03:30',
  NZDT: '+13:00',
  NZST: '+12:00',
  PDT: '-07:00',
  PHT: '+08:00',
  PKT: '+05:00',
  PST: '-08:00',
  SAST: '+02:00',
  SGT: '+08:00',
  UT: '+00:00',
  UTC: '+00:00',
  WAT: '+01:00',
  WEST: '+01:00',
  WET: '+00:00',
  WIB: '+07:00',
  Z: '+00:00',
} as const satisfies Readonly<Record<string, string>>;

/** The largest accepted offset from UTC: 18 hours, as in Java's `ZoneOffset`. Offsets in use do not exceed 14 hours. */
const FURTHEST_MINUTES = 18 * 60;

/**
 * The accepted formats of an offset: `GMT+05:30`, `UTC-3`, `+0530` or `+05:30`. Minutes may be omitted only after `GMT`
 * or `UTC`, as in Java.
 */
const OFFSET =
  /^(?:(?:GMT|UTC)(?<loose>[+-]\d{1,2})(?::?(?<looseMinutes>\d{2}))?|(?<hours>[+-]\d{2}):?(?<minutes>\d{2}))$/;

/** The offset of a time zone, in minutes east of UTC. Undefined for an unknown zone. */
export function offsetOf(zone: string): number | undefined {
  const offset = OFFSET.exec(isAbbreviation(zone) ? zoneAbbreviations[zone] : zone)?.groups;
  if (!offset) return undefined;
  const hours = offset['loose'] ?? offset['hours'] ?? '';
  const minutes = Number(offset['looseMinutes'] ?? offset['minutes'] ?? 0);
  const east = Math.abs(Number(hours)) * 60 + minutes;
  if (minutes > 59 || east > FURTHEST_MINUTES) return undefined;
  return hours.startsWith('-') ? 0 - east : east;
}

const isAbbreviation = (zone: string): zone is keyof typeof zoneAbbreviations => Object.hasOwn(zoneAbbreviations, zone);
