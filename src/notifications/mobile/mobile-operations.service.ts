import { Inject, Injectable, Logger } from '@nestjs/common';
import { inputViolations } from '../../shared/fields/index.js';
import { DomainError } from '../../shared/kernel/index.js';
import { UserDirectory, refusalOfUser } from '../../users/contract/index.js';
import { readArguments } from './arguments.js';
import { OperationRefused, refused } from './mobile-codes.js';
import type { Performed } from './mobile-event.js';
import { operationOf, type OperationName } from './operations.js';
import { failureFrom } from './mobile-failures.mapper.js';
import { MobileOperation, type MobileCaller } from './mobile-operation.port.js';

/** Injection token for the list of all mobile operations. */
export const MOBILE_OPERATIONS = Symbol('mobile operations');

/** A call of a mobile operation, with parsed arguments. */
export interface MobileCall {
  readonly name: OperationName;
  /** The arguments, with the types that the table of operations declares. */
  readonly values: object;
}

/** Runs the mobile operations, for both HTTP and sockets. Every failure is thrown as an `OperationRefused`. */
@Injectable()
export class MobileOperations {
  readonly #log = new Logger(MobileOperations.name);
  readonly #byName: ReadonlyMap<OperationName, MobileOperation>;

  constructor(
    @Inject(MOBILE_OPERATIONS) operations: readonly MobileOperation[],
    private readonly users: UserDirectory,
  ) {
    this.#byName = new Map(operations.map((operation) => [operation.name, operation]));
  }

  read(name: OperationName, given: unknown): MobileCall {
    if (inputViolations(given, 'body')) {
      throw refused.invalid(
        'the arguments are too many, nested too deeply, or contain characters that cannot be stored',
      );
    }
    const { arguments: declared, positional = Object.keys(declared).length } = operationOf(name);
    return { name, values: readArguments(given, positional, declared) };
  }

  /**
   * Refuses users who are blocked or otherwise not active: their status may have changed since the token was issued.
   */
  async admit(caller: MobileCaller): Promise<MobileCaller> {
    const user = await this.users.find(caller.user.sub);
    const refusal = refusalOfUser(user?.status);
    if (refusal) throw failureFrom(refusal);
    return { ...caller, language: user?.language ?? undefined };
  }

  async perform(caller: MobileCaller, { name, values }: MobileCall): Promise<Performed> {
    const operation = this.#byName.get(name);
    if (!operation) throw refused.failed();
    try {
      return await operation.perform(caller, values);
    } catch (error) {
      throw this.failure(error);
    }
  }

  /**
   * Converts an error to an `OperationRefused`, and logs it if the server is at fault. Refusals due to lack of memory
   * are counted by a metric instead.
   */
  failure(caught: unknown): OperationRefused {
    const failure = failureFrom(caught);
    const { cause } = failure;
    if (cause instanceof DomainError && cause.kind.spec.status >= 500 && failure.reason !== 'too_many') {
      this.#log.error({ code: cause.kind.code, err: caught }, 'Operation failed');
    }
    return failure;
  }
}
