import { ArrayField, IntegerField, TextField } from '../../../shared/fields/index.js';
import type { ClientRefusal } from '../../client/client.entity.js';
import { KEPT_REFUSALS } from '../../client/refusals/client-refusal.repository.js';

export class ClientRefusalDto {
  @IntegerField({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    example: 1_767_225_600_000,
    description: 'When the client was last refused for this reason, in milliseconds since 1970.',
  })
  refusedTs!: number;
  @TextField({ max: 64, example: 'invalid_grant', description: 'The OAuth error code that the client received.' })
  error!: string;
  @TextField({ max: 250, example: 'authorization code redirect_uri mismatch', description: 'The check that failed.' })
  reason!: string;
  @TextField({
    max: 128,
    example: '018f2f6e-7c1d-7a3b-9c4d-5e6f708192a3',
    description: 'The id of the refused request, as it appears in the server log.',
  })
  requestId!: string;

  static of({ refusedAt, error, reason, requestId }: ClientRefusal): ClientRefusalDto {
    return { refusedTs: refusedAt.getTime(), error, reason, requestId };
  }
}

export class ClientRefusalsDto {
  @ArrayField(() => ClientRefusalDto, { max: KEPT_REFUSALS }) refusals!: ClientRefusalDto[];
}
