import { ArrayField, EnumField, IntegerField, TextField, TimeField } from '../../shared/fields/index.js';
import { MOST_COUNTED, type Need, severities, type Severity } from '../contract/attention.port.js';

export class NeedDto {
  @TextField({
    max: 64,
    example: 'idv.reviews',
    description:
      'What needs attention. `idv.reviews`: reviews wait. `idv.reviews-overdue`: reviews have waited too long. `webhooks.failing`, `webhooks.disabled`: webhook endpoints fail or are disabled. `notifications.tampered`, `notifications.fraud`: notifications of the last 7 days were altered, or users reported fraud. `four-eyes.waiting`: requests wait for the approval of this operator. For those who run the service: `jobs.parked`, `outbox.parked`: jobs or events have failed too often. `audit.lag`: audit events are not yet in the chain. `audit.stream-behind`: audit events wait to be sent to an external system. `certificates.ending`: certificates expire within 30 days. `idv.chip-trust`: authorities, publishers or lists for the chips of passports expire soon. More kinds may be added.',
  })
  kind!: string;
  @IntegerField({
    min: 1,
    max: MOST_COUNTED,
    example: 7,
    description: 'The number of items. If it is the maximum, there may be more.',
  })
  count!: number;
  @TimeField({ nullable: true, description: 'Since when the oldest item has been waiting. `null`: not known.' })
  oldest!: string | null;
  @EnumField(severities, { name: 'Severity', example: 'info' }) severity!: Severity;

  static of({ kind, count, oldest, severity }: Need): NeedDto {
    return { kind, count: Math.min(count, MOST_COUNTED), oldest: oldest?.toISOString() ?? null, severity };
  }
}

export class AttentionDto {
  @ArrayField(() => NeedDto, {
    max: 100,
    description: 'What needs attention, most serious first. Kinds with a count of 0 are omitted.',
  })
  attention!: NeedDto[];
}
