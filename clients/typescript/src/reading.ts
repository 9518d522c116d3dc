import { objectIn } from './encoding.js';
import type { Action, ActiveNotification, Body, PastNotification } from './types.js';

/** Reads lists from the server's answers. If one item is malformed, the whole list is refused. */

type Item = Readonly<Record<string, unknown>>;

export const activeIn = (value: unknown): ActiveNotification => {
  const item = contentIn(value);
  const hasAll = typeof item['content_digest'] === 'string' && typeof item['ds_required'] === 'boolean';
  if (!hasAll) throw new Unreadable('a notification');
  return item as unknown as ActiveNotification;
};

export const pastIn = (value: unknown): PastNotification => {
  const item = contentIn(value);
  if (typeof item['status'] !== 'string') throw new Unreadable('a past notification');
  return item as unknown as PastNotification;
};

export const listIn = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw new Unreadable('a list');
  return value as unknown[];
};

export const textIn = (value: unknown): string => {
  if (typeof value !== 'string' || value === '') throw new Unreadable('a text');
  return value;
};

/** An answer of the server that does not have the documented form. */
export class Unreadable extends Error {}

function contentIn(value: unknown): Item {
  const item = objectIn(value);
  const { notification_uuid: uuid, actions, body } = item ?? {};
  const isWhole = typeof uuid === 'string' && isListOf(actions, isAction) && isListOf(body, isBody);
  if (!item || !isWhole) throw new Unreadable('a notification');
  return item;
}

const isListOf = (list: unknown, isOne: (value: Item) => boolean): boolean =>
  Array.isArray(list) && list.every((one) => isOne(objectIn(one) ?? {}));

const isAction = ({ label, action, authlevel }: Partial<Action>): boolean =>
  typeof label === 'string' && typeof action === 'string' && typeof authlevel === 'number';

const isBody = ({ lng, subject, message, label = {} }: Partial<Body>): boolean =>
  [lng, subject, message].every((text) => typeof text === 'string') &&
  Object.values(objectIn(label) ?? { not: 0 }).every((text) => typeof text === 'string');
