import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const BASE64URL = /^[\w-]+$/;

function parsed(text: string, needed: readonly string[]): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || !isRecord(value['response'])) return undefined;
    const { response } = value;
    const texts = [value['id'], value['rawId'], ...needed.map((name) => response[name])];
    const sound = texts.every((part) => typeof part === 'string' && BASE64URL.test(part));
    return sound && value['type'] === 'public-key' ? { clientExtensionResults: {}, ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** What the authenticator answered, as far as its shape goes; all else is for its verification to judge. */
export const assertionIn = (text: string) =>
  parsed(text, ['clientDataJSON', 'authenticatorData', 'signature']) as AuthenticationResponseJSON | undefined;

export const attestationIn = (text: string) =>
  parsed(text, ['clientDataJSON', 'attestationObject']) as RegistrationResponseJSON | undefined;
