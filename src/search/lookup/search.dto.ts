import { ArrayField, EnumField, TextField } from '../../shared/fields/index.js';
import { type Hit, type HitKind, hitKinds } from './hit.js';

export const MOST_HITS = 20;

export class SearchQuery {
  @TextField({
    min: 2,
    max: 255,
    example: 'order-2026-000123',
    description:
      'An id, or a name: words of the first and last name in any order, with or without accents. The beginning of each word is enough. A UUID is searched for as the id of any object and as a ' +
      'request id. 16 or 32 hexadecimal digits are searched for as a request id. Any other text is searched for as `msg_id`, user id, login id, name, ' +
      'e-mail address, phone number and client name.',
  })
  q!: string;
}

export class SearchHitDto {
  @EnumField(hitKinds, { name: 'SearchHitKind', example: 'notification' }) kind!: HitKind;
  @TextField({
    max: 255,
    example: '0199c2b0-0000-7000-8000-000000000001',
    description: 'The id with which you can get the item: the `userId` of a user, or the uuid of a notification.',
  })
  id!: string;
  @TextField({ max: 2_048, example: 'order-2026-000123', description: 'A readable name of the item.' }) title!: string;
  @TextField({ max: 255, nullable: true, example: 'jane.doe', description: 'The user that the item is about.' })
  userId!: string | null;
  @TextField({
    max: 36,
    nullable: true,
    description: 'For a delivery: the id of its webhook endpoint. For all others: `null`.',
  })
  within!: string | null;
  @TextField({
    max: 64,
    nullable: true,
    example: 'ACTIVE',
    description: 'The status of the item. `null`: the item has no status.',
  })
  status!: string | null;

  static of({ kind, id, title, userId, within, status }: Hit): SearchHitDto {
    return { kind, id, title, userId, within, status };
  }
}

export class SearchAnswerDto {
  @ArrayField(() => SearchHitDto, {
    max: MOST_HITS,
    description: 'The hits, grouped by kind. Within each kind, the best hit comes first.',
  })
  hits!: SearchHitDto[];
}
