import type { JsonObject, JsonValue } from './json.js';

/** The text for a person. Placeholders such as `{authorization_details.0.amount}` are members of the request. */
export interface RequestText {
  readonly subject: string;
  readonly message: string;
}

/** A client's request in machine-readable form. The device's answer ends with the digest of the request. */
export interface ApprovedRequest {
  readonly client_id: string;
  readonly client_name: string;
  readonly binding_message?: string;
  readonly authorization_details?: readonly JsonObject[];
  /** The authentication level that the answer required. Absent if `purpose` is `signature`. */
  readonly acr?: string;
  /** `signature`: the user's own app showed the data, and no client asked for a token. */
  readonly purpose?: 'signature';
  /** The digest of `texts`, and the versions of the authorization details types that the texts come from. */
  readonly template: { readonly digest: string; readonly versions: Readonly<Record<string, number>> };
  /** The texts of the request, by language. */
  readonly texts: Readonly<Record<string, RequestText>>;
}

/** The part of the request that the answer commits to. It contains the digest of the texts instead of the texts. */
export const committed = ({ texts, ...request }: JsonObject): JsonObject => request;

const PLACEHOLDER = /\{([A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*)\}/g;

/** The paths in the placeholders of a text. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, path = '']) => path);

/**
 * Replaces the placeholders in a text with members of the request. Inserted values are not searched for placeholders.
 */
export const filled = (text: string, request: JsonValue): string =>
  text.replace(PLACEHOLDER, (written, path: string) => textAt(request, path) ?? written);

/** A member as text. Undefined if it is missing or is an object or list. */
export function textAt(value: JsonValue, path: string): string | undefined {
  let found: JsonValue | undefined = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as JsonObject)[name];
  }
  return typeof found === 'object' || found === undefined ? undefined : String(found);
}

/** The action that reports a fraud. It is the same for every request, so it contains no digest. */
const FRAUD = 'fraud';

const membersIn = (list: unknown): readonly Members[] =>
  (Array.isArray(list) ? (list as readonly unknown[]) : []).map((member) => Object(member) as Members);
type Members = Readonly<Record<string, unknown>>;

/** Whether every offered action commits to the request, by ending with its digest. */
export const endWith = (ending: string, actions: unknown): boolean =>
  membersIn(actions).every(({ action }) => action === FRAUD || String(action).endsWith(ending));

/** Whether each shown text results from its template and the request. */
export function isWhatTheTemplateMakes(body: unknown, request: JsonObject): boolean {
  const texts = Object(request['texts']) as Readonly<Record<string, unknown>>;
  const read = committed(request);
  return membersIn(body).every(({ lng, ...shown }) => {
    if (typeof lng !== 'string' || !Object.hasOwn(texts, lng)) return false;
    const template = Object(texts[lng]) as Members;
    return (['subject', 'message'] as const).every((name) => {
      const text = template[name];
      return typeof text === 'string' && shown[name] === filled(text, read);
    });
  });
}
