import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { DomainError, type JsonObject, KernelErrors } from '../../shared/kernel/index.js';
import type { PresentObject } from '../contract/configuration-kind.port.js';
import type { FileFault } from '../files/file-entry.js';
import { ConfigurationKinds } from './configuration-kinds.service.js';
import { type Difference, differences, SecretPlaces, topOf, withKeptSecrets, withoutSecrets } from './difference.js';
import type { ManagedObject } from './managed-object.entity.js';
import { ManagedObjectRepository } from './managed-object.repository.js';
import type { Step, Verb } from './plan.js';
import { inOrder, NO_OWNER, type WantedObject } from './wanted-object.js';
import { at, faultsIn } from './wanted-objects.service.js';

interface Compared {
  readonly step: Step;
  readonly members: JsonObject;
  readonly present: PresentObject | undefined;
  readonly mark: ManagedObject | null;
}

/** Compares the objects that configuration files declare with the existing ones. It changes nothing. */
@Injectable()
export class Comparison {
  constructor(
    private readonly kinds: ConfigurationKinds,
    private readonly marks: ManagedObjectRepository,
  ) {}

  /** Finds the faults in the files that can be detected before anything is changed. */
  async faultsOf(wanted: readonly WantedObject[]): Promise<FileFault[]> {
    const faults: FileFault[] = [];
    const known = new Map<string, boolean>();
    for (const object of wanted) {
      const { kind, owner, members, entry } = object;
      if (kind.isOwned && !(await this.#hasEnterprise(owner.enterpriseId, wanted, known))) {
        faults.push(at(entry, 'There is no such enterprise, and the files declare none.', '/enterpriseId'));
      }
      try {
        kind.check(owner, members);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        faults.push(...faultsIn(error, entry));
      }
    }
    for (const kind of this.kinds.all) {
      const [first, ...others] = wanted.filter((one) => one.kind === kind);
      if (first && !inOrder([first, ...others])) {
        faults.push(at(first.entry, `Some ${kind.list} refer to each other in a circle.`));
      }
    }
    return faults;
  }

  async #hasEnterprise(id: string, wanted: readonly WantedObject[], known: Map<string, boolean>): Promise<boolean> {
    const found =
      known.get(id) ??
      (wanted.some(({ kind, key }) => kind.list === ENTERPRISES && key === id) ||
        (await this.kinds.find(ENTERPRISES)?.find(NO_OWNER, id)) !== undefined);
    known.set(id, found);
    return found;
  }

  async compare({ kind, owner, key, name, members: given }: WantedObject, managedBy: string): Promise<Compared> {
    const [present, mark] = await Promise.all([kind.find(owner, key, given), this.marks.find(name)]);
    if (mark && mark.managedBy !== managedBy) {
      throw KernelErrors.invalidArguments(
        `The files of "${mark.managedBy}" manage this object. Change it there, or name that set by --managed-by.`,
      );
    }
    const secrets = new SecretPlaces(kind.secrets);
    const { members, faults } = withKeptSecrets(given, present?.members, secrets);
    const found = present ? differences(members, present.members, secrets) : [];
    const isFixed = (difference: Difference) => kind.fixed.includes(topOf(difference));
    const errors = [...faults, ...found.filter(isFixed).map(({ pointer }) => ({ pointer, detail: CANNOT_CHANGE }))];
    if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors });
    const verb: Verb = !present ? 'create' : found.length > 0 ? 'change' : 'unchanged';
    const drift = mark ? driftOf(mark, present?.members, found.map(topOf), secrets) : undefined;
    return { step: { verb, name, differences: found, drift }, members, present, mark };
  }
}

const ENTERPRISES = 'enterprises';
const CANNOT_CHANGE = 'Cannot be changed after the object was created. Remove the object first.';

/**
 * Describes how an object was changed by other means (such as the console) since the files were last applied. Applying
 * the files again would undo these changes.
 */
function driftOf(
  { applied }: ManagedObject,
  present: JsonObject | undefined,
  differing: readonly string[],
  secrets: SecretPlaces,
): string | undefined {
  if (!present) return 'removed here since the last apply';
  const shown = withoutSecrets(present, secrets);
  const changed = [...new Set(differing)].filter(
    (name) => name in applied && !isDeepStrictEqual(shown[name], applied[name]),
  );
  return changed.length > 0 ? `changed here since the last apply: ${changed.join(', ')}` : undefined;
}
