import type { Level } from '../../shared/kernel/index.js';

/** The appearance of an enterprise's hosted pages and messages. */
export interface Branding {
  readonly logoUri?: string;
  readonly color?: string;
  readonly privacyUri?: string;
  readonly termsUri?: string;
  readonly helpUri?: string;
}

/** Hours in which no push messages are sent: local times (`HH:MM`) in an IANA time zone. They may span midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/**
 * The enterprise's own server for delivering messages to its users. It replaces the sender that the settings select.
 */
export interface MessageChannel {
  readonly url: string;
  /** The key with which the calls to the message server are signed. */
  readonly secret: string;
}

/** The rate limit that all clients of an enterprise share. */
export interface RequestRate {
  readonly perSecond: number;
  readonly burst: number;
}

/** An enterprise's rules for how its users sign in. */
export interface SignInSettings {
  /**
   * How users who have forgotten their password get a new one: not at all, or with a code mailed to the address on
   * record.
   */
  readonly recovery: (typeof RECOVERIES)[number];
  /** Whether users may change their own mail address, which they must confirm with a mailed code. */
  readonly emailChange: boolean;
  /**
   * How users who have lost all their second factors get a new one: only through the enterprise, or after an identity
   * verification and a waiting period.
   */
  readonly factorRecovery: (typeof FACTOR_RECOVERIES)[number];
  readonly factorRecoveryHours: number;
  /**
   * How users with a registered phone register another one: after a recent sign-in or an approval on the registered
   * phone, or only after an approval.
   */
  readonly newDevice: (typeof NEW_DEVICES)[number];
  /** Minimum authentication level of every sign-in. */
  readonly leastLevel: Level;
  /** Stricter rules for members of certain groups. If a user is in several of them, the strictest rule applies. */
  readonly groups: readonly GroupDemands[];
  /** The second factors that users may set up and use, in addition to passkeys. */
  readonly factors: readonly AllowedFactor[];
  /**
   * The number of days for which a browser counts as a second factor after its user has used a second factor in it. 0
   * turns this off.
   */
  readonly rememberBrowserDays: number;
}

/** Stricter rules for the members of one group. If a rule is omitted, the enterprise's general setting applies. */
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
 * Returns the second factors that a user in the groups `own` may use, and for how many days the user's browser may be
 * remembered. The strictest of the applicable rules counts.
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

/** Whether a change would allow any user a factor that is now forbidden, or a longer time for remembered browsers. */
const widens = (now: Allowances, after: Allowances): boolean =>
  ['', ...now.groups.map(({ group }) => group)].some((group) => {
    const [before, then] = [allowancesOf(now, [group]), allowancesOf(after, [group])];
    return (
      then.rememberBrowserDays > before.rememberBrowserDays ||
      then.factors.some((factor) => !before.factors.includes(factor))
    );
  });

/** Returns the minimum authentication level for a user in the given groups. */
export function leastLevelOf(settings: LevelDemands | undefined, groups: readonly string[]): Level {
  const own = settings?.groups.filter(({ group }) => groups.includes(group)).map(({ leastLevel }) => leastLevel) ?? [];
  return Math.max(settings?.leastLevel ?? 1, ...own) as Level;
}

export type LevelDemands = Pick<SignInSettings, 'leastLevel' | 'groups'>;

/** Whether a change would let any user sign in at a lower level than now. */
const lowersLevel = (now: LevelDemands, after: LevelDemands): boolean =>
  after.leastLevel < now.leastLevel ||
  now.groups.some(({ group, leastLevel }) => leastLevelOf(after, [group]) < leastLevel);

export const RECOVERIES = ['off', 'mail'] as const;
export const FACTOR_RECOVERIES = ['off', 'identity'] as const;
export const NEW_DEVICES = ['login', 'approval'] as const;

/**
 * The default sign-in settings. When a setting is added, its default must not change anything for existing enterprises.
 */
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
  /** The number of days for which a DELETED user's personal data remains readable before it is erased. */
  readonly retentionDays: number;
  /** The number of days without activity after which an ACTIVE user becomes INACTIVE; `null` means never. */
  readonly inactivityDays: number | null;
  readonly quietHours: QuietHours | null;
  /**
   * How many MiB of notifications and templates the enterprise may store per day; `null` means the limit in the
   * settings of the service.
   */
  readonly dailyNotificationMiB: number | null;
  /** The rate limit of the enterprise; `null` means the rate limit in the settings of the service. */
  readonly rateLimit: RequestRate | null;
  /** Whether all clients of the enterprise must use PKCE for sign-ins. */
  readonly requirePkce: boolean;
  readonly signIn: SignInSettings;
}

/** The changes to an enterprise. Members that are omitted, also within `signIn`, keep their values. */
export type EnterpriseChanges = Partial<Omit<EnterpriseProfile, 'signIn'>> & {
  readonly signIn?: Partial<SignInSettings>;
  readonly messages?: MessageChannel | null;
};

export interface NewEnterprise extends EnterpriseProfile {
  readonly enterpriseId: string;
}

/** All settings of an enterprise, including secrets. */
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
/** Maximum waiting time that an enterprise can require before a lost second factor is replaced. */
export const LONGEST_WAIT_HOURS = 168;
export const MOST_DAILY_MIB = 1_048_576;

/**
 * Whether this runtime supports the time zone name from the IANA database. Offsets such as `+01:00` are refused,
 * because they ignore daylight saving time.
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
