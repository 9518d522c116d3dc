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

/** A server that brings the messages to users of an enterprise to them, in place of the sender of the settings. */
export interface MessageChannel {
  readonly url: string;
  /** Signs the calls. */
  readonly secret: string;
}

/** Requests that its clients may make together. */
export interface RequestRate {
  readonly perSecond: number;
  readonly burst: number;
}

/** The rules of an enterprise for the sign-ins of its users. */
export interface SignInSettings {
  /** How a user who forgot a password gets a new one: not at all, or by a code to the mail address on record. */
  readonly recovery: (typeof RECOVERIES)[number];
  /** Whether users change their own mail address, each proven by a code. */
  readonly emailChange: boolean;
  /**
   * How a user who has lost every second factor gets a new one: only by the enterprise, or by a check of the identity
   * and a wait.
   */
  readonly factorRecovery: (typeof FACTOR_RECOVERIES)[number];
  readonly factorRecoveryHours: number;
  /**
   * How a user with a phone registers another: by a fresh sign-in or an approval on the phone, or by the approval only.
   */
  readonly newDevice: (typeof NEW_DEVICES)[number];
  /** The level that every sign-in reaches. */
  readonly leastLevel: Level;
  /** The levels that members of some groups must reach. The strongest demand wins. */
  readonly groups: readonly GroupDemands[];
  /** The second factors that users can prove and make, besides passkeys. */
  readonly factors: readonly AllowedFactor[];
  /** For how many days a browser counts as a second factor after one was shown in it. 0: not at all. */
  readonly rememberBrowserDays: number;
}

/** Demands on the members of a group. What is not named is as for everybody. */
export interface GroupDemands {
  readonly group: string;
  readonly leastLevel: Level;
  readonly factors?: readonly AllowedFactor[];
  readonly rememberBrowserDays?: number;
}

export const ALLOWED_FACTORS = ['totp', 'approval', 'recoveryCode'] as const;
export type AllowedFactor = (typeof ALLOWED_FACTORS)[number];

type Allowances = Pick<SignInSettings, 'factors' | 'rememberBrowserDays' | 'groups'>;

/** Tells what users in these groups may use. The strongest demand wins. */
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

/** Whether some user may use more than before. */
const widens = (now: Allowances, after: Allowances): boolean =>
  ['', ...now.groups.map(({ group }) => group)].some((group) => {
    const [before, then] = [allowancesOf(now, [group]), allowancesOf(after, [group])];
    return (
      then.rememberBrowserDays > before.rememberBrowserDays ||
      then.factors.some((factor) => !before.factors.includes(factor))
    );
  });

/** The level that is demanded of a user in these groups. */
export function leastLevelOf(settings: LevelDemands | undefined, groups: readonly string[]): Level {
  const own = settings?.groups.filter(({ group }) => groups.includes(group)).map(({ leastLevel }) => leastLevel) ?? [];
  return Math.max(settings?.leastLevel ?? 1, ...own) as Level;
}

export type LevelDemands = Pick<SignInSettings, 'leastLevel' | 'groups'>;

/** Whether some user may sign in with less than before. */
const lowersLevel = (now: LevelDemands, after: LevelDemands): boolean =>
  after.leastLevel < now.leastLevel ||
  now.groups.some(({ group, leastLevel }) => leastLevelOf(after, [group]) < leastLevel);

export const RECOVERIES = ['off', 'mail'] as const;
export const FACTOR_RECOVERIES = ['off', 'identity'] as const;
export const NEW_DEVICES = ['login', 'approval'] as const;

/**
 * The values for what an enterprise has not chosen, so that a newer setting changes nothing for an older enterprise.
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
  /** Days for which a DELETED user can still be read before personal data is erased. */
  readonly retentionDays: number;
  /** Days without use after which an ACTIVE user becomes INACTIVE; `null` means never. */
  readonly inactivityDays: number | null;
  readonly quietHours: QuietHours | null;
  /** MiB of notifications and templates that it may store on a day; `null`: as many as the setting says. */
  readonly dailyNotificationMiB: number | null;
  /** `null`: as many requests as the settings say. */
  readonly rateLimit: RequestRate | null;
  /** Whether all its clients have to use PKCE for sign-ins. */
  readonly requirePkce: boolean;
  readonly signIn: SignInSettings;
}

/** The members of `signIn` that are not named keep their values. */
export type EnterpriseChanges = Partial<Omit<EnterpriseProfile, 'signIn'>> & {
  readonly signIn?: Partial<SignInSettings>;
  readonly messages?: MessageChannel | null;
};

export interface NewEnterprise extends EnterpriseProfile {
  readonly enterpriseId: string;
}

/** Everything that can be set, secrets included. */
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
/** The wait before a lost second factor is replaced. */
export const LONGEST_WAIT_HOURS = 168;
export const MOST_DAILY_MIB = 1_048_576;

/** A name of the IANA database that this runtime knows. Offsets are refused, because they have no summer time. */
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
