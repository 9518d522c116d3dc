import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  Clock,
  currentActor,
  currentContext,
  DomainError,
  type JsonObject,
  newId,
  newTraceId,
  runInContext,
} from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import type { PresentObject } from '../contract/configuration-kind.port.js';
import type { FileFault } from '../files/file-entry.js';
import { Comparison } from './comparison.service.js';
import { ConfigurationKinds } from './configuration-kinds.service.js';
import { SecretPlaces, topOf, withoutSecrets } from './difference.js';
import { ManagedObject } from './managed-object.entity.js';
import { ManagedObjectRepository } from './managed-object.repository.js';
import { countOf, type Step } from './plan.js';
import { inOrder, NO_OWNER, type WantedObject } from './wanted-object.js';
import { faultsIn } from './wanted-objects.service.js';

export interface ApplyOptions {
  /** The name of the set of files. An object that belongs to another set cannot be changed. */
  readonly managedBy: string;
  /** Whether to remove the objects that this set created and that its files no longer declare. */
  readonly prune: boolean;
  readonly onStep?: (step: Step) => void;
  /** Interrupts the run: once it is aborted, the run ends after the current object. */
  readonly signal?: AbortSignal;
}

export interface Outcome {
  readonly steps: readonly Step[];
  readonly faults: readonly FileFault[];
  /** The names of objects that the set manages but its files no longer declare, and that were not removed. */
  readonly left: readonly string[];
}

/**
 * The actor in the audit log. It is the same whether a person or a starting process applies the files. A separate audit
 * entry for the whole run names who started it.
 */
const ACTOR = { kind: 'system', id: 'configuration' } as const;

/**
 * Plans and applies the changes that make the objects equal to the files. Each object is changed in its own
 * transaction, so a run can be interrupted and repeated.
 */
@Injectable()
export class Configuration {
  constructor(
    private readonly kinds: ConfigurationKinds,
    private readonly comparison: Comparison,
    private readonly marks: ManagedObjectRepository,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Returns the changes that `apply` would make. Changes nothing. */
  plan(wanted: readonly WantedObject[], options: ApplyOptions): Promise<Outcome> {
    return this.#eachOf(
      wanted,
      options,
      async (object) => (await this.comparison.compare(object, options.managedBy)).step,
      {
        remove: async (mark) => (await this.#presentOf(mark)) !== undefined,
      },
    );
  }

  async apply(wanted: readonly WantedObject[], options: ApplyOptions): Promise<Outcome> {
    const startedBy = currentActor().id;
    const { requestId, traceId } = currentContext() ?? { requestId: newId(), traceId: newTraceId() };
    return runInContext({ requestId, traceId, address: null, actor: ACTOR }, async () => {
      const outcome = await this.#eachOf(wanted, options, (object) => this.#make(object, options.managedBy), {
        remove: (mark) => this.#remove(mark),
      });
      await this.#note(outcome, options.managedBy, startedBy);
      return outcome;
    });
  }

  async #eachOf(
    wanted: readonly WantedObject[],
    { managedBy, prune, onStep, signal }: ApplyOptions,
    make: (object: WantedObject) => Promise<Step>,
    { remove }: { readonly remove: (mark: ManagedObject) => Promise<boolean> },
  ): Promise<Outcome> {
    const faults = await this.comparison.faultsOf(wanted);
    if (faults.length > 0) return { steps: [], faults, left: [] };
    const steps: Step[] = [];
    const done = (step: Step): void => {
      steps.push(step);
      onStep?.(step);
    };
    for (const object of this.kinds.all.flatMap((kind) => inOrder(wanted.filter((one) => one.kind === kind)) ?? [])) {
      if (signal?.aborted) return { steps, faults, left: [] };
      try {
        done(await make(object));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        faults.push(...faultsIn(error, object.entry));
      }
    }
    const names = new Set(wanted.map(({ name }) => name));
    const gone = (await this.marks.ofSet(managedBy)).filter(({ name }) => !names.has(name));
    const left: string[] = [];
    for (const mark of gone.sort((a, b) => this.#rankOf(b) - this.#rankOf(a))) {
      if (signal?.aborted) break;
      const isRemovable = mark.created && this.kinds.find(mark.list)?.remove !== undefined;
      if (!prune || !isRemovable) left.push(mark.name);
      else if (await remove(mark)) done({ verb: 'remove', name: mark.name, differences: [] });
    }
    return { steps, faults, left };
  }

  #rankOf({ list }: ManagedObject): number {
    return this.kinds.find(list)?.rank ?? 0;
  }

  /**
   * Compares and changes an object under one lock, so that processes that apply files at the same time see each other's
   * changes.
   */
  #make(object: WantedObject, managedBy: string): Promise<Step> {
    return this.uow.run(async (tx) => {
      await this.marks.lock(tx);
      const { step, members, present, mark } = await this.comparison.compare(object, managedBy);
      const { kind, owner } = object;
      if (!present) await kind.create(owner, members);
      else if (step.verb === 'change') {
        const changed = new Set(step.differences.map(topOf));
        await kind.change(owner, present, pick(members, changed));
      }
      await this.#mark(tx, object, { managedBy, created: mark?.created ?? !present, members, mark });
      return step;
    });
  }

  async #mark(
    tx: Tx,
    { kind, owner, key, name }: WantedObject,
    applied: Pick<ManagedObject, 'managedBy' | 'created'> & { members: JsonObject; mark: ManagedObject | null },
  ): Promise<void> {
    const { managedBy, created, members, mark } = applied;
    const shown = withoutSecrets(members, new SecretPlaces(kind.secrets));
    if (mark && isDeepStrictEqual(mark.applied, shown)) return;
    const { enterpriseId, test } = owner;
    const owned = { enterpriseId: kind.isOwned ? enterpriseId : null, test };
    const row = { name, managedBy, list: kind.list, ...owned, key, created, applied: shown };
    await this.marks.put(tx, { ...row, appliedAt: this.clock.now() });
  }

  #presentOf({ list, enterpriseId, test, key }: ManagedObject): Promise<PresentObject | undefined> {
    const owner = enterpriseId === null ? NO_OWNER : { enterpriseId, test };
    return this.kinds.find(list)?.find(owner, key) ?? Promise.resolve(undefined);
  }

  /** Removes an object. Returns whether it still existed. */
  #remove(mark: ManagedObject): Promise<boolean> {
    const { name, list, enterpriseId, test } = mark;
    return this.uow.run(async (tx) => {
      await this.marks.lock(tx);
      const present = await this.#presentOf(mark);
      const owner = enterpriseId === null ? NO_OWNER : { enterpriseId, test };
      if (present) await this.kinds.find(list)?.remove?.(owner, present.id);
      await this.marks.remove(tx, name);
      return present !== undefined;
    });
  }

  async #note({ steps, faults }: Outcome, managedBy: string, startedBy: string): Promise<void> {
    const [created, changed, removed] = (['create', 'change', 'remove'] as const).map((verb) => countOf(steps, verb));
    if (created === 0 && changed === 0 && removed === 0) return;
    const details = { managedBy, startedBy, created, changed, removed, refused: faults.length } as JsonObject;
    await this.uow.run((tx) => {
      tx.pending.audit.push({ kind: 'configuration.applied', details });
      return Promise.resolve();
    });
  }
}

const pick = (members: JsonObject, names: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([name]) => names.has(name)));
