import type { JsonObject } from '../../shared/kernel/index.js';
import type { ConfigurationKind, Owner } from '../contract/configuration-kind.port.js';
import type { FileEntry } from '../files/file-entry.js';

/** An object that configuration files declare. */
export interface WantedObject {
  readonly kind: ConfigurationKind;
  readonly owner: Owner;
  readonly key: string;
  readonly name: string;
  readonly members: JsonObject;
  readonly entry: FileEntry;
}

export const NO_OWNER: Owner = { enterpriseId: '', test: false };

export const nameOfObject = (
  { list, isOwned }: ConfigurationKind,
  { enterpriseId, test }: Owner,
  key: string,
): string => (isOwned ? `${list}/${enterpriseId}/${test ? 'test' : 'live'}/${key}` : `${list}/${key}`);

/** Sorts objects so that each comes after those that it refers to. `undefined` if the references form a cycle. */
export function inOrder(objects: readonly WantedObject[]): WantedObject[] | undefined {
  const placed = new Set<WantedObject>();
  const open = new Set<WantedObject>();
  const byName = new Map(objects.map((object) => [object.name, object]));
  const place = (object: WantedObject): boolean => {
    if (placed.has(object)) return true;
    if (open.has(object)) return false;
    open.add(object);
    const { kind, owner, key, members } = object;
    const others = kind.refersTo(members).filter((other) => other !== key);
    const found = others.flatMap((other) => byName.get(nameOfObject(kind, owner, other)) ?? []);
    const isPlaced = found.every(place);
    open.delete(object);
    placed.add(object);
    return isPlaced;
  };
  return objects.every(place) ? [...placed] : undefined;
}
