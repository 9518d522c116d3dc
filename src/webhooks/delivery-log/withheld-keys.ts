import type { WebhookType } from '../contract/webhook-type.js';

const WITHHELD = '•••';

/** Makes a function that removes from a text all values of the payload that give access to something. */
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
