import { ArrayField, EnumField, TextField } from '../../shared/http/index.js';
import { type Hit, type HitKind, hitKinds } from './hit.js';

export const MOST_HITS = 20;

export class SearchQuery {
  @TextField({
    min: 2,
    max: 255,
    example: 'order-2026-000123',
    description:
      'An id, or how a name begins. A UUID is looked for as the id of anything, and as a request id; 16 or 32 ' +
      'hexadecimal digits as a request id; anything else as `msg_id`, user id, login id, name, e-mail address, ' +
      'telephone number and name of a client.',
  })
  q!: string;
}

export class SearchHitDto {
  @EnumField(hitKinds, { name: 'SearchHitKind', example: 'notification' }) kind!: HitKind;
  @TextField({
    max: 255,
    example: '0199c2b0-0000-7000-8000-000000000001',
    description: 'What its route is called with: of a user the `userId`, of a notification the uuid.',
  })
  id!: string;
  @TextField({ max: 2_048, example: 'order-2026-000123', description: 'What people call it.' }) title!: string;
  @TextField({ max: 255, nullable: true, example: 'jane.doe', description: 'The user whom it is about.' })
  userId!: string | null;
  @TextField({ max: 36, nullable: true, description: 'Of a delivery the endpoint; of all others `null`.' })
  within!: string | null;
  @TextField({ max: 64, nullable: true, example: 'ACTIVE', description: 'The status of it, if it has one.' })
  status!: string | null;

  static of({ kind, id, title, userId, within, status }: Hit): SearchHitDto {
    return { kind, id, title, userId, within, status };
  }
}

export class SearchAnswerDto {
  @ArrayField(() => SearchHitDto, { max: MOST_HITS, description: 'Kind by kind, the best of each first.' })
  hits!: SearchHitDto[];
}
