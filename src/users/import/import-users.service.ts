import { Injectable } from '@nestjs/common';
import type { FieldError, Tenant } from '../../shared/kernel/index.js';
import { BATCH_SIZE, type Enrolment, EnrolmentService } from '../management/enrolment.service.js';
import { ErasedIds } from '../management/erased-ids.service.js';
import { namesOf, UserRepository } from '../user/user.repository.js';
import type { UserLine } from './user-lines.parser.js';

export interface RefusedLine {
  readonly line: number;
  readonly errors: readonly FieldError[];
  /** The user as read from the file, so that the line can be corrected. Absent if the line could not be read. */
  readonly user?: unknown;
}

export interface LeftBehind {
  readonly line: number;
  readonly userId: string;
  readonly left: readonly string[];
}

export interface ImportRequest {
  readonly tenant: Tenant;
  readonly users: AsyncIterable<UserLine>;
  /** Validates a user in the same way as the API. */
  readonly read: (user: unknown) => { readonly enrolment: Enrolment } | { readonly errors: readonly FieldError[] };
  readonly refuse: (refused: RefusedLine) => void;
  /** Called for each user with data that cannot be imported, even in a dry run. */
  readonly leave?: (left: LeftBehind) => void;
  readonly sendCodes: boolean;
  /** Whether to check the file only, without writing anything to the database. */
  readonly dryRun: boolean;
  /** Interrupts the import: once it is aborted, running batches finish, but no new ones begin. */
  readonly signal: AbortSignal;
}

export class ImportTotals {
  created = 0;
  /** The number of users who already existed. They are left unchanged, so the same file can be imported again. */
  existing = 0;
  refused = 0;
  /**
   * The number of the last line whose batch has begun. At the end of the run, all lines up to this one have been
   * processed.
   */
  lastLine = 0;
}

/** The number of concurrent transactions. While one waits for the disk, the others can proceed. */
const AT_ONCE = 4;

const WAS_DELETED = { pointer: '/userId', detail: 'Was the id of a deleted user, and cannot be used again.' };
const IS_TAKEN = { pointer: '/userId', detail: 'The user id or the login id is taken.' };

interface Candidate {
  readonly line: number;
  readonly user: unknown;
  readonly enrolment: Enrolment;
}

/** The names that a dry run has found to be free. Users on later lines of the file cannot have them. */
type NamesInFile = Map<string, 'userId' | 'loginId'>;

/**
 * Enrols users from a file of any length. Only the batches that are being written are in memory and, in a dry run, all
 * names in the file.
 */
@Injectable()
export class ImportUsers {
  constructor(
    private readonly enrolment: EnrolmentService,
    private readonly users: UserRepository,
    private readonly erasedIds: ErasedIds,
  ) {}

  /** Runs the import. If it fails, `totals` shows how much has been imported. */
  async run(request: ImportRequest, totals: ImportTotals): Promise<void> {
    const batches = new AtMost(AT_ONCE);
    const inFile: NamesInFile = new Map();
    try {
      for await (const lines of inBatches(request.users)) {
        if (request.signal.aborted) break;
        await batches.start(() => this.#import(lines, request, inFile, totals));
        totals.lastLine = lines.at(-1)?.line ?? totals.lastLine;
      }
    } finally {
      await batches.finish();
    }
  }

  async #import(
    lines: readonly UserLine[],
    request: ImportRequest,
    inFile: NamesInFile,
    totals: ImportTotals,
  ): Promise<void> {
    const refuse = (refused: RefusedLine) => {
      totals.refused += 1;
      request.refuse(refused);
    };
    const candidates = lines.flatMap((line) => candidateOf(line, request, refuse));
    const left = await this.#enrol(candidates, request, inFile);
    totals.created += candidates.length - left.length;
    if (left.length > 0) await this.#classifyTaken(left, request, inFile, totals, refuse);
  }

  /**
   * Handles users who were not enrolled because a name was taken. Users who were enrolled before count as existing.
   * Users whose name belongs to somebody else, or whose id belonged to a deleted user, are refused.
   */
  async #classifyTaken(
    left: readonly Candidate[],
    { tenant }: ImportRequest,
    inFile: NamesInFile,
    totals: ImportTotals,
    refuse: (refused: RefusedLine) => void,
  ): Promise<void> {
    const statuses = await this.users.statuses(
      tenant,
      left.map(({ enrolment }) => enrolment.userId),
    );
    for (const { line, user, enrolment } of left) {
      const status = statuses.get(enrolment.userId);
      if (status === 'DELETED') refuse({ line, user, errors: [WAS_DELETED] });
      else if (status !== undefined || inFile.get(enrolment.userId) === 'userId') totals.existing += 1;
      else refuse({ line, user, errors: [IS_TAKEN] });
    }
  }

  /**
   * Enrols users, and returns those who were not enrolled because a name was taken. A dry run enrols nobody and returns
   * the same users.
   */
  async #enrol(
    candidates: readonly Candidate[],
    { tenant, sendCodes, dryRun }: ImportRequest,
    inFile: NamesInFile,
  ): Promise<Candidate[]> {
    if (candidates.length === 0) return [];
    if (dryRun) return this.#notFree(candidates, tenant, inFile);
    const enrolments = candidates.map(({ enrolment }) => enrolment);
    const enrolled = await this.enrolment.enrolTogether(tenant, enrolments, { sendCodes });
    return candidates.filter((_, index) => enrolled[index] === undefined);
  }

  async #notFree(candidates: readonly Candidate[], tenant: Tenant, inFile: NamesInFile): Promise<Candidate[]> {
    const names = candidates.flatMap(({ enrolment }) => namesOf(enrolment));
    const taken = await this.users.takenNames(tenant, names, this.erasedIds.candidates(tenant));
    return candidates.filter(({ enrolment }) => {
      const own = namesOf(enrolment);
      if (own.some((name) => taken.has(name) || inFile.has(name))) return true;
      for (const name of own) inFile.set(name, name === enrolment.userId ? 'userId' : 'loginId');
      return false;
    });
  }
}

function candidateOf(
  line: UserLine,
  { read, leave }: ImportRequest,
  refuse: (refused: RefusedLine) => void,
): Candidate[] {
  if ('errors' in line) {
    refuse(line);
    return [];
  }
  const found = read(line.user);
  if ('enrolment' in found) {
    const { left = [] } = line;
    if (left.length > 0) leave?.({ line: line.line, userId: found.enrolment.userId, left });
    return [{ ...line, ...found }];
  }
  refuse({ ...line, ...found });
  return [];
}

async function* inBatches(users: AsyncIterable<UserLine>): AsyncGenerator<UserLine[]> {
  let batch: UserLine[] = [];
  for await (const user of users) {
    if (batch.push(user) < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Limits how many tasks run at once. After the first failure, no further task starts, and the caller gets the error.
 */
export class AtMost {
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;

  constructor(private readonly size: number) {}

  /** Starts a task once fewer tasks than the limit are running. Does not wait for the task to end. */
  async start(work: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.size) await Promise.race(this.#running);
    this.#throwFailure();
    const running = this.#run(work).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves once all started tasks have ended. */
  async finish(): Promise<void> {
    await Promise.all(this.#running);
    this.#throwFailure();
  }

  async #run(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#failure ??= { error };
    }
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
