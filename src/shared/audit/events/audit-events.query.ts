import { ChosenId, TextField, TimeField } from '../../http/fields/index.js';
import { PageQuery } from '../../http/paging/page-query.js';
import { KernelErrors } from '../../kernel/kernel.errors.js';
import type { AuditEventFilter } from './audit-events.service.js';

export class AuditEventsQuery extends PageQuery {
  @TimeField({ optional: true, example: '2026-01-01T00:00:00.000Z', description: 'Only what was then or later.' })
  from?: string;

  @TimeField({ optional: true, example: '2026-02-01T00:00:00.000Z', description: 'Only what was before.' })
  to?: string;

  @ChosenId({ optional: true, example: 'jane.doe', description: 'Only what is about the user with this `userId`.' })
  subject?: string;

  @TextField({
    max: 255,
    optional: true,
    example: 'users.user-status-changed',
    description: 'Only events of this kind.',
  })
  kind?: string;

  static toFilter({ from, to, subject, kind }: AuditEventsQuery): AuditEventFilter {
    const range = { from: dateOf(from), to: dateOf(to) };
    if (range.from && range.to && range.from > range.to) throw fromAfterTo();
    return { ...range, subject, kind };
  }
}

const dateOf = (time: string | undefined): Date | undefined => (time === undefined ? undefined : new Date(time));

const fromAfterTo = () =>
  KernelErrors.invalidArguments(undefined, { errors: [{ pointer: '?from', detail: 'Must not be after `to`.' }] });
