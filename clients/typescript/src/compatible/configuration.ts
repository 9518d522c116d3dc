import { objectIn } from '../encoding.js';
import type { ClientOptions } from '../types.js';

/** What the compatible face needs beside what the app itself says. */
export interface Configuration extends Partial<Omit<ClientOptions, 'onStepUp'>> {
  /**
   * Opens the login page in the browser of the system, and resolves with the address by which it comes back to the app:
   * one line with Expo's `openAuthSessionAsync` or an in-app browser.
   */
  readonly browse: (url: string, redirectUri: string) => Promise<string>;
  /** Called for a step-up without a password. Passwords are asked for by `getPassword`. */
  readonly onStepUp?: ClientOptions['onStepUp'];
  /** The name of the device in the list of the user. */
  readonly deviceName?: string;
  readonly platform?: 'web' | 'ios' | 'android';
}

const NAMES = ['issuer', 'mobileUrl', 'clientId', 'redirectUri'] as const;

/**
 * The settings of the client: those of `configure`, and those in the first argument of `initialize` when that is a JSON
 * object. So an app need not be changed, only the profile that it reads. Undefined when one is missing.
 */
export function optionsFrom(
  configuration: Configuration,
  [agentInfo, host, port]: readonly unknown[],
): ClientOptions | undefined {
  const gateway =
    typeof host === 'string' && host !== '' ? { mobileUrl: `https://${host}:${Number(port) || 443}` } : {};
  const settings = { ...gateway, ...profileIn(agentInfo), ...configuration };
  const isWhole = NAMES.every((name) => typeof settings[name] === 'string');
  return isWhole ? (settings as unknown as ClientOptions) : undefined;
}

function profileIn(agentInfo: unknown): Readonly<Record<string, unknown>> {
  if (typeof agentInfo !== 'string') return {};
  try {
    const profile = objectIn(JSON.parse(agentInfo)) ?? {};
    return Object.fromEntries(NAMES.filter((name) => name in profile).map((name) => [name, profile[name]]));
  } catch {
    return {};
  }
}
