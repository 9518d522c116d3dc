import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { KernelErrors } from '../../kernel/kernel.errors.js';
import { Sealer } from '../../security/sealing/sealer.js';

const GOOD_FOR_MS = 24 * 60 * 60 * 1000;

/** What a cursor may be used for: a list, whose it is, and what it was filtered by. Another one does not open it. */
export type ListIdentity = readonly (string | number | boolean | null | undefined)[];

/** Where a list goes on, sealed: callers cannot read ids of others out of a cursor, nor write one. */
@Injectable()
export class Cursors {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  make(position: readonly string[], list: ListIdentity): string {
    const until = this.clock.now().getTime() + GOOD_FOR_MS;
    return this.sealer.sealJson([until, ...position], contextOf(list)).toString('base64url');
  }

  /** The position, or the complaint that names the parameter. */
  read(cursor: string | undefined, list: ListIdentity): readonly string[] | undefined {
    if (cursor === undefined) return undefined;
    const position = this.#opened(cursor, list);
    if (position) return position;
    const errors = [
      { pointer: '?cursor', detail: 'Must be the `next` of a page of this same list, at most 24 hours old.' },
    ];
    throw KernelErrors.invalidArguments(undefined, { errors });
  }

  #opened(cursor: string, list: ListIdentity): readonly string[] | undefined {
    try {
      const opened = this.sealer.openJson(Buffer.from(cursor, 'base64url'), contextOf(list));
      if (!Array.isArray(opened)) return undefined;
      const [until, ...position] = opened as readonly unknown[];
      return Number(until) > this.clock.now().getTime() ? position.map(String) : undefined;
    } catch {
      return undefined;
    }
  }
}

const contextOf = (list: ListIdentity): string => `cursor:${JSON.stringify(list)}`;
