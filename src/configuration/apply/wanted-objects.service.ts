import { Injectable } from '@nestjs/common';
import { RequestValidationPipe } from '../../shared/fields/index.js';
import { DomainError } from '../../shared/kernel/index.js';
import type { ConfigurationKind, Owner } from '../contract/configuration-kind.port.js';
import type { OwnedEntry } from '../contract/entries.js';
import { ConfigurationFiles } from '../files/configuration-files.service.js';
import type { FileEntry, FileFault } from '../files/file-entry.js';
import { ConfigurationKinds } from './configuration-kinds.service.js';
import { NO_OWNER, nameOfObject, type WantedObject } from './wanted-object.js';

export interface Wanted {
  readonly objects: readonly WantedObject[];
  readonly faults: readonly FileFault[];
}

/**
 * Reads the objects that configuration files declare. They are validated by the same classes as the bodies of the
 * management API.
 */
@Injectable()
export class WantedObjects {
  readonly #pipe = new RequestValidationPipe();

  constructor(
    private readonly files: ConfigurationFiles,
    private readonly kinds: ConfigurationKinds,
  ) {}

  read(path: string, environment: NodeJS.ProcessEnv = process.env): Wanted {
    const kinds = new Map(this.kinds.all.map((kind) => [kind.list, kind]));
    const { entries, faults: unread } = this.files.read(path, [...kinds.keys()], environment);
    const faults = [...unread];
    const objects = new Map<string, WantedObject>();
    for (const entry of entries) {
      const kind = kinds.get(entry.list);
      const object = kind && this.#checked(entry, kind, faults);
      if (!object) continue;
      const first = objects.get(object.name)?.entry;
      if (first) faults.push(at(entry, `Declared twice: also at ${first.file}:${first.line}.`));
      else objects.set(object.name, object);
    }
    return { objects: [...objects.values()], faults };
  }

  #checked(entry: FileEntry, kind: ConfigurationKind, faults: FileFault[]): WantedObject | undefined {
    try {
      const form = this.#pipe.transform(entry.value, { type: 'body', metatype: kind.form }) as object;
      const owner = kind.isOwned ? ownerOf(form as OwnedEntry) : NO_OWNER;
      const members = kind.complete(form);
      const key = kind.keyOf(members);
      return { kind, owner, key, name: nameOfObject(kind, owner, key), members, entry };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      faults.push(...faultsIn(error, entry));
      return undefined;
    }
  }
}

const ownerOf = ({ enterpriseId, test = false }: OwnedEntry): Owner => ({ enterpriseId, test });

export const at = (entry: FileEntry, detail: string, field?: string): FileFault => ({
  file: entry.file,
  line: field === undefined ? entry.line : entry.lineOf(field),
  field,
  detail,
});

/** Converts an error of the management API to faults in a file, at the lines of the fields that the error names. */
export function faultsIn({ message, extra }: DomainError, entry: FileEntry): FileFault[] {
  const { errors = [] } = extra;
  return errors.length === 0 ? [at(entry, message)] : errors.map(({ pointer, detail }) => at(entry, detail, pointer));
}
