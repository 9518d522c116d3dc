import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { RequestValidationPipe } from '../../shared/fields/index.js';
import { DomainError, type JsonObject } from '../../shared/kernel/index.js';
import type { ConfigurationKind, Owner } from '../contract/configuration-kind.port.js';
import { ConfigurationKinds } from './configuration-kinds.service.js';
import { SecretPlaces, withoutSecrets } from './difference.js';
import { NO_OWNER } from './wanted-object.js';

/** Exports the existing objects in the form of configuration files, without secrets and without default values. */
@Injectable()
export class ConfigurationExport {
  readonly #pipe = new RequestValidationPipe();

  constructor(private readonly kinds: ConfigurationKinds) {}

  /** `enterpriseId` restricts the export to one enterprise. */
  async read(enterpriseId?: string): Promise<Record<string, JsonObject[]>> {
    const enterprises = await this.#enterprises(enterpriseId);
    const lists: Record<string, JsonObject[]> = {};
    for (const kind of this.kinds.all) {
      if (enterpriseId !== undefined && !kind.isOwned && kind.list !== ENTERPRISES) continue;
      const owners = kind.isOwned ? enterprises.flatMap(sidesOf) : [NO_OWNER];
      const entries = (await Promise.all(owners.map((owner) => this.#entriesOf(kind, owner)))).flat();
      const shown =
        kind.list === ENTERPRISES ? entries.filter((entry) => enterprises.includes(kind.keyOf(entry))) : entries;
      if (shown.length > 0) lists[kind.list] = shown;
    }
    return lists;
  }

  async #entriesOf(kind: ConfigurationKind, owner: Owner): Promise<JsonObject[]> {
    const entries: JsonObject[] = [];
    for await (const { members } of kind.all(owner)) entries.push(this.#entryOf(kind, owner, members));
    return entries;
  }

  async #enterprises(only?: string): Promise<string[]> {
    const kind = this.kinds.find(ENTERPRISES);
    const found: string[] = [];
    if (kind) for await (const { members } of kind.all(NO_OWNER)) found.push(kind.keyOf(members));
    return only === undefined ? found : found.filter((id) => id === only);
  }

  /** Converts an object to a file entry, leaving out each member that has its default value. */
  #entryOf(kind: ConfigurationKind, { enterpriseId, test }: Owner, present: JsonObject): JsonObject {
    const owner = kind.isOwned ? { enterpriseId, ...(test && { test }) } : {};
    const members = withoutSecrets(present, new SecretPlaces(kind.secrets));
    const complete = this.#completed(kind, { ...owner, ...members });
    const kept = Object.entries(members).filter(([name]) => {
      const { [name]: _left, ...others } = members;
      return !isDeepStrictEqual(this.#completed(kind, { ...owner, ...others }), complete);
    });
    return { ...owner, ...Object.fromEntries(kept) };
  }

  #completed(kind: ConfigurationKind, entry: JsonObject): JsonObject | undefined {
    try {
      return kind.complete(this.#pipe.transform(entry, { type: 'body', metatype: kind.form }) as object);
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  }
}

const ENTERPRISES = 'enterprises';
const sidesOf = (enterpriseId: string): Owner[] => [
  { enterpriseId, test: false },
  { enterpriseId, test: true },
];
