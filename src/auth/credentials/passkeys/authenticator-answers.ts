import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const BASE64URL = /^[\w-]+$/;
/** 1,023 bytes (WebAuthn, 4: credential id). */
const LONGEST_ID = 1364;

function parsed(text: string, needed: readonly string[]): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || !isRecord(value['response'])) return undefined;
    const { id, rawId, response, type } = value;
    const sound = [id, rawId, ...needed.map((name) => response[name])].every(isBase64url);
    const isCredential = type === 'public-key' && String(id).length <= LONGEST_ID;
    return sound && isCredential ? { clientExtensionResults: {}, ...value } : undefined;
  } catch {
    return undefined;
  }
}

const isBase64url = (part: unknown): boolean => typeof part === 'string' && BASE64URL.test(part);

/** What the authenticator answered, as far as its shape goes; all else is for its verification to judge. */
export const assertionIn = (text: string) =>
  parsed(text, ['clientDataJSON', 'authenticatorData', 'signature']) as AuthenticationResponseJSON | undefined;

/** How a browser may reach the authenticator is not signed: of what it says we keep the words that we know. */
export function attestationIn(text: string): RegistrationResponseJSON | undefined {
  const answer = parsed(text, ['clientDataJSON', 'attestationObject']) as RegistrationResponseJSON | undefined;
  if (!answer) return undefined;
  const said: unknown = answer.response.transports;
  const transports = TRANSPORTS.filter((transport) => Array.isArray(said) && said.includes(transport));
  return { ...answer, response: { ...answer.response, transports } };
}

const TRANSPORTS: readonly AuthenticatorTransport[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb'];
