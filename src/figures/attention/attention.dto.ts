import { ArrayField, EnumField, IntegerField, TextField, TimeField } from '../../shared/http/index.js';
import { MOST_COUNTED, type Need, severities, type Severity } from '../contract/attention.port.js';

export class NeedDto {
  @TextField({
    max: 64,
    example: 'idv.reviews',
    description:
      '`idv.reviews`, `idv.reviews-overdue`, `webhooks.failing`, `webhooks.disabled`, `notifications.tampered` and ' +
      '`notifications.fraud` (of the last 7 days), `four-eyes.waiting` for operators who could agree, and for those who run the service `jobs.parked`, `outbox.parked`, ' +
      '`audit.lag` and `certificates.ending` (within 30 days). New kinds will come.',
  })
  kind!: string;
  @IntegerField({ min: 1, max: MOST_COUNTED, example: 7, description: 'How many; more are not counted.' })
  count!: number;
  @TimeField({ nullable: true, description: 'Since when the oldest waits, where that is known.' })
  oldest!: string | null;
  @EnumField(severities, { name: 'Severity', example: 'info' }) severity!: Severity;

  static of({ kind, count, oldest, severity }: Need): NeedDto {
    return { kind, count: Math.min(count, MOST_COUNTED), oldest: oldest?.toISOString() ?? null, severity };
  }
}

export class AttentionDto {
  @ArrayField(() => NeedDto, { max: 100, description: 'The gravest first; only what there is.' })
  attention!: NeedDto[];
}
