import type { Level } from '../../shared/kernel/index.js';

/** How an enterprise looks on hosted pages and in messages. */
export interface Branding {
  readonly logoUri?: string;
  readonly color?: string;
  readonly privacyUri?: string;
  readonly termsUri?: string;
  readonly helpUri?: string;
}

/** Hours without push messages: local times `HH:MM` in an IANA time zone. They may span midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** The enterprise's own server, which delivers messages to its users instead of the sender that the settings name. */
export interface MessageChannel {
  readonly url: string;
  /** The key that signs calls to the server. */
  readonly secret: string;
}

/** The rate limit that all clients of an enterprise share. */
export interface RequestRate {
  readonly perSecond: number;
  readonly burst: number;
}

/** The rules of an enterprise for the sign-ins of its users. */
export interface SignInSettings {
  /** How a user who forgot a password gets a new one: not at all, or by a code to the mail address on record. */
  readonly recovery: (typeof RECOVERIES)[number];
  /** Whether users may change their own mail address, which they confirm with a mailed code. */
  readonly emailChange: boolean;
  /**
   * How a user who has lost every second factor gets a new one: only through the enterprise, or after an identity
   * verification and a waiting time.
   */
  readonly factorRecovery: (typeof FACTOR_RECOVERIES)[number];
  readonly factorRecoveryHours: number;
  /**
   * How a user with a phone registers another: by a fresh sign-in or an approval on the phone, or by the approval only.
   */
  readonly newDevice: (typeof NEW_DEVICES)[number];
  /** The least level that every sign-in must reach. */
  readonly leastLevel: Level;
  /** Stricter rules for the members of some groups. A user in several groups gets the strictest of their rules. */
  readonly groups: readonly GroupDemands[];
  /** The second factors that users can use and set up, besides passkeys. */
  readonly factors: readonly AllowedFactor[];
  /** For how many days a browser counts as a second factor after the user has shown one in it. 0 turns this off. */
  readonly rememberBrowserDays: number;
}

/** Stricter rules for the members of a group. For omitted members, the general settings apply. */
export interface GroupDemands {
  readonly group: string;
  readonly leastLevel: Level;
  readonly factors?: readonly AllowedFactor[];
  readonly rememberBrowserDays?: number;
}

export const ALLOWED_FACTORS = ['totp', 'approval', 'recoveryCode'] as const;
export type AllowedFactor = (typeof ALLOWED_FACTORS)[number];

type Allowances = Pick<SignInSettings, 'factors' | 'rememberBrowserDays' | 'groups'>;

/**
 * The second factors that a user in these groups may use, and the days for which the user's browser may be remembered:
 * the strictest rule of all groups.
 */
export function allowancesOf(
  { factors, rememberBrowserDays, groups }: Allowances,
  own: readonly string[],
): Pick<SignInSettings, 'factors' | 'rememberBrowserDays'> {
  const demands = groups.filter(({ group }) => own.includes(group));
  return {
    factors: factors.filter((factor) => demands.every((demand) => demand.factors?.includes(factor) ?? true)),
    rememberBrowserDays: Math.min(
      rememberBrowserDays,
      ...demands.map((demand) => demand.rememberBrowserDays ?? rememberBrowserDays),
    ),
  };
}

/** Whether a change lets some user use a factor, or a remembered browser, that was not allowed before. */
const widens = (now: Allowances, after: Allowances): boolean =>
  ['', ...now.groups.map(({ group }) => group)].some((group) => {
    const [before, then] = [allowancesOf(now, [group]), allowancesOf(after, [group])];
    return (
      then.rememberBrowserDays > before.rememberBrowserDays ||
      then.factors.some((factor) => !before.factors.includes(factor))
    );
  });

/** The least level that a user in these groups must reach. */
export function leastLevelOf(settings: LevelDemands | undefined, groups: readonly string[]): Level {
  const own = settings?.groups.filter(({ group }) => groups.includes(group)).map(({ leastLevel }) => leastLevel) ?? [];
  return Math.max(settings?.leastLevel ?? 1, ...own) as Level;
}

export type LevelDemands = Pick<SignInSettings, 'leastLevel' | 'groups'>;

/** Whether a change lets some user sign in at a lower level than before. */
const lowersLevel = (now: LevelDemands, after: LevelDemands): boolean =>
  after.leastLevel < now.leastLevel ||
  now.groups.some(({ group, leastLevel }) => leastLevelOf(after, [group]) < leastLevel);

export const RECOVERIES = ['off', 'mail'] as const;
export const FACTOR_RECOVERIES = ['off', 'identity'] as const;
export const NEW_DEVICES = ['login', 'approval'] as const;

/** The default settings. The default of a new setting must change nothing for existing enterprises. */
export const UNCHOSEN_SIGN_IN: SignInSettings = {
  recovery: 'off',
  emailChange: false,
  factorRecovery: 'off',
  factorRecoveryHours: 24,
  newDevice: 'login',
  leastLevel: 1,
  groups: [],
  factors: ALLOWED_FACTORS,
  rememberBrowserDays: 0,
};

export interface EnterpriseProfile {
  readonly name: string;
  readonly branding: Branding;
  /** Days for which a DELETED user can still be read before personal data is erased. */
  readonly retentionDays: number;
  /** Days without use after which an ACTIVE user becomes INACTIVE; `null` means never. */
  readonly inactivityDays: number | null;
  readonly quietHours: QuietHours | null;
  /**
   * MiB of notifications and templates that the enterprise may store per day; `null` means the limit of the settings.
   */
  readonly dailyNotificationMiB: number | null;
  /** The rate limit of the enterprise; `null` means the rate limit of the settings. */
  readonly rateLimit: RequestRate | null;
  /** Whether all clients of the enterprise have to use PKCE for sign-ins. */
  readonly requirePkce: boolean;
  readonly signIn: SignInSettings;
}

/** Omitted members of `signIn` keep their values. */
export type EnterpriseChanges = Partial<Omit<EnterpriseProfile, 'signIn'>> & {
  readonly signIn?: Partial<SignInSettings>;
  readonly messages?: MessageChannel | null;
};

export interface NewEnterprise extends EnterpriseProfile {
  readonly enterpriseId: string;
}

/** Everything that can be set for an enterprise, secrets included. */
export interface GivenEnterprise extends NewEnterprise {
  readonly messages: MessageChannel | null;
}

/** Whether a change makes the sign-ins of the enterprise easier to attack. */
export const weakens = (now: EnterpriseProfile, { requirePkce, signIn }: EnterpriseChanges): boolean =>
  (now.requirePkce && requirePkce === false) ||
  (now.signIn.recovery === 'off' && signIn?.recovery === 'mail') ||
  (!now.signIn.emailChange && signIn?.emailChange === true) ||
  (now.signIn.factorRecovery === 'off' && signIn?.factorRecovery === 'identity') ||
  (signIn?.factorRecoveryHours ?? LONGEST_WAIT_HOURS) < now.signIn.factorRecoveryHours ||
  (now.signIn.newDevice === 'approval' && signIn?.newDevice === 'login') ||
  widens(now.signIn, { ...now.signIn, ...signIn }) ||
  lowersLevel(now.signIn, { ...now.signIn, ...signIn });

export const RETENTION_DAYS = 30;
export const LONGEST_DAYS = 3650;
export const LONGEST_REMEMBERED_DAYS = 90;
/** The longest wait that an enterprise can set before a lost second factor is replaced. */
export const LONGEST_WAIT_HOURS = 168;
export const MOST_DAILY_MIB = 1_048_576;

/**
 * Whether this runtime supports the name from the IANA time zone database. Offsets such as `+01:00` are refused,
 * because they have no daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const DAY_MS = 86_400_000;

export const daysBefore = (time: Date, days: number): Date => new Date(time.getTime() - days * DAY_MS);
