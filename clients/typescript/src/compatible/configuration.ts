import { objectIn } from '../encoding.js';
import { environment } from '../environment.js';
import type { CountersignError } from '../errors.js';
import { ar } from '../languages/ar.js';
import { de } from '../languages/de.js';
import { es } from '../languages/es.js';
import type { Crypto } from '../ports.js';
import type { ClientOptions } from '../types.js';

/** The settings that the compatible interface needs in addition to those of the app. */
export interface Configuration extends Partial<Omit<ClientOptions, 'onStepUp'>> {
  /**
   * Opens the login page in the system's browser, and resolves with the address with which the browser returns to the
   * app. With Expo's `openAuthSessionAsync` or an in-app browser, this is one line.
   */
  readonly browse: (url: string, redirectUri: string) => Promise<string>;
  /** Called for a step-up that a password cannot satisfy. For a password, the event `getPassword` is sent instead. */
  readonly onStepUp?: ClientOptions['onStepUp'];
  /**
   * Called if the user is logged in but this phone could not be registered. The user can then see all notifications but
   * cannot sign answers.
   */
  readonly onDeviceNotRegistered?: (error: CountersignError) => void;
  /** The name of the device in the user's list of devices. */
  readonly deviceName?: string;
  readonly platform?: 'web' | 'ios' | 'android';
}

const NAMES = ['issuer', 'mobileUrl', 'clientId', 'redirectUri'] as const;

/** The settings of the client, or a sentence for developers that says what is missing. */
export type Settings = { readonly options: ClientOptions } | { readonly missing: string };

/**
 * Combines the settings of `configure` with those in the first argument of `initialize`, if that is a JSON object.
 * Existing apps pass the `relId` of their connection profile there. Settings in its place need no change of the app.
 */
export function settingsFrom(configuration: Configuration | undefined, given: readonly unknown[]): Settings {
  if (!configuration) return { missing: 'configure() was not called before initialize()' };
  const [agentInfo, host, port] = given;
  const gateway =
    typeof host === 'string' && host !== '' ? { mobileUrl: `https://${host}:${Number(port) || 443}` } : {};
  const settings = { ...gateway, ...profileIn(agentInfo), ...configuration, ...languageIn(given) };
  const unnamed = NAMES.filter((name) => typeof settings[name] !== 'string');
  const missing = [...unnamed, ...portsMissing(configuration)];
  if (missing.length > 0) return { missing: `configure() needs ${missing.join(', ')}` };
  const texts = [...(configuration.texts ?? []), ar, de, es];
  return { options: { ...(settings as unknown as ClientOptions), texts } };
}

/**
 * The names of the ports that the app has not passed. Without storage and keys, a phone would forget its device at each
 * start; without the others, it could not log in.
 */
function portsMissing({ browse, storage, keys, crypto = environment.crypto }: Partial<Configuration>): string[] {
  const given: Partial<Crypto> = crypto ?? {};
  const own: Partial<NonNullable<typeof environment.crypto>> = environment.crypto ?? {};
  const hasCrypto = 'getRandomValues' in given && given.subtle !== undefined;
  const canKeepKeys = environment.indexedDB !== undefined && own.subtle !== undefined;
  const present = {
    browse: typeof browse === 'function',
    crypto: hasCrypto,
    storage: storage !== undefined || environment.indexedDB !== undefined,
    keys: keys !== undefined || canKeepKeys,
  };
  return Object.entries(present).flatMap(([name, isThere]) => (isThere ? [] : [name]));
}

function profileIn(agentInfo: unknown): Readonly<Record<string, unknown>> {
  const profile = objectOf(agentInfo) ?? {};
  return Object.fromEntries(NAMES.filter((name) => name in profile).map((name) => [name, profile[name]]));
}

/**
 * The language, if the app passes it to `initialize` in an argument after the log level: `{
 * internationalizationOptions: { localeCode } }`.
 */
function languageIn(given: readonly unknown[]): { readonly language?: string } {
  for (const one of given.slice(8)) {
    const { localeCode } = objectIn(objectOf(one)?.['internationalizationOptions']) ?? {};
    if (typeof localeCode === 'string' && localeCode !== '') return { language: localeCode };
  }
  return {};
}

/** The value if it is an object, or the object that it contains as a JSON text; otherwise undefined. */
function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'string') return objectIn(value);
  try {
    return objectIn(JSON.parse(value));
  } catch {
    return undefined;
  }
}
