import type { JsonObject, JsonValue } from './json.js';

/** The text for a person. Placeholders such as `{authorization_details.0.amount}` are members of the request. */
export interface RequestText {
  readonly subject: string;
  readonly message: string;
}

/** A request of a client as a machine reads it. The answer of the device ends with its digest. */
export interface ApprovedRequest {
  readonly client_id: string;
  readonly client_name: string;
  readonly binding_message?: string;
  readonly authorization_details?: readonly JsonObject[];
  /** The level that the answer was to have. Absent where `purpose` is `signature`. */
  readonly acr?: string;
  /** `signature`: the user's own app showed the data, and no program asked for a token. */
  readonly purpose?: 'signature';
  /** The digest of `texts`, and the version of each type that they came from. */
  readonly template: { readonly digest: string; readonly versions: Readonly<Record<string, number>> };
  /** By language. */
  readonly texts: Readonly<Record<string, RequestText>>;
}

/** The part that the answer commits to. The texts are in it by their digest. */
export const committed = ({ texts, ...request }: JsonObject): JsonObject => request;

const PLACEHOLDER = /\{([A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*)\}/g;

/** The paths that a text names. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, path = '']) => path);

/** Puts the members of the request into a text, once. What is put in is not looked at again. */
export const filled = (text: string, request: JsonValue): string =>
  text.replace(PLACEHOLDER, (written, path: string) => textAt(request, path) ?? written);

/** A member as a person reads it. Undefined where there is none, or one that has members itself. */
export function textAt(value: JsonValue, path: string): string | undefined {
  let found: JsonValue | undefined = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as JsonObject)[name];
  }
  return typeof found === 'object' || found === undefined ? undefined : String(found);
}

/** The value that reports a fraud says the same whatever was asked. */
const FRAUD = 'fraud';

const membersIn = (list: unknown): readonly Members[] =>
  (Array.isArray(list) ? (list as readonly unknown[]) : []).map((member) => Object(member) as Members);
type Members = Readonly<Record<string, unknown>>;

/** Whether every answer that was offered commits to the request. */
export const endWith = (ending: string, actions: unknown): boolean =>
  membersIn(actions).every(({ action }) => action === FRAUD || String(action).endsWith(ending));

/** Whether each text that was shown follows from its template and the request. */
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
