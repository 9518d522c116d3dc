import type { JsonObject } from '../../shared/kernel/index.js';

/** A kind of message that enterprises may subscribe to. Each part of the service declares its own kinds. */
export interface WebhookType {
  /** The name that enterprises subscribe to, such as `idv.finished`. */
  readonly name: `${string}.${string}`;
  /** When the message is sent, in one sentence. */
  readonly description: string;
  /** An example of the message's `data`, for the API document. */
  readonly example: JsonObject;
  /** The OpenAPI schema of the message's `data`. */
  readonly schema: JsonObject;
  /**
   * Members of the message's `data` that grant access to something, such as tokens. Operators who view a delivery do
   * not see their values.
   */
  readonly keys?: readonly string[];
}

const types = new Map<string, WebhookType>();

/**
 * Declares a type when its module is loaded: `export const idvFinished = declareWebhookType('idv.finished', { … })`.
 */
export function declareWebhookType(name: WebhookType['name'], about: Omit<WebhookType, 'name'>): WebhookType {
  if (types.has(name)) throw new Error(`The webhook type ${name} is declared twice`);
  const type = { name, ...about };
  types.set(name, type);
  return type;
}

/** Every type that the loaded modules declare, ordered by name. */
export const webhookTypes = (): WebhookType[] => [...types.values()].sort((a, b) => (a.name < b.name ? -1 : 1));

const WITHHELD = '•••';

/**
 * Returns a function that masks secrets in a text. The secrets are the values of those members of `payload` that grant
 * access to something, which the type lists in `keys`.
 */
export function withholder({ keys = [] }: Partial<WebhookType>, payload: string): (text: string) => string {
  const data = dataIn(payload);
  const values = keys.map((name) => data[name]).filter((value) => typeof value === 'string' && value !== '');
  return (text) => values.reduce<string>((left, value) => left.replaceAll(String(value), WITHHELD), text);
}

function dataIn(payload: string): Readonly<Record<string, unknown>> {
  try {
    const { data }: { readonly data?: unknown } = Object(JSON.parse(payload)) as object;
    return Object(data ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
