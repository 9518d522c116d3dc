import { IntegerField, ObjectField, TextField, TimeField } from '../../shared/fields/index.js';
import { AuditEventDto } from './audit-events.dto.js';
import type { AuditChainState, ProvedEntry } from './audit-chain-reader.service.js';
import type { ChainLink, SignedCheckpoint } from './audit-chain.repository.js';

const NUMBER = { min: 1, max: Number.MAX_SAFE_INTEGER, example: 4_711 };
const HASH = {
  min: 64,
  max: 64,
  example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  description: 'The SHA-256 hash over this event and the hash of the previous link, in hexadecimal.',
};

export class AuditLinkDto {
  @IntegerField(NUMBER) number!: number;
  @TextField(HASH) hash!: string;

  static of({ number, hash }: ChainLink): AuditLinkDto {
    return { number, hash };
  }
}

export class AuditCheckpointDto {
  @IntegerField({
    ...NUMBER,
    description: 'The number of the signed link. The signature also covers all earlier links.',
  })
  number!: number;
  @TextField({
    max: 4_096,
    example: 'eyJhbGciOiJFZERTQSJ9.eyJudW1iZXIiOjQ3MTF9.c2ln',
    description: 'The signature, as a compact JWS.',
  })
  jws!: string;
  @TimeField() signedAt!: string;

  static of({ number, jws, signedAt }: SignedCheckpoint): AuditCheckpointDto {
    return { number, jws, signedAt: signedAt.toISOString() };
  }
}

const CHECKPOINT = {
  nullable: true,
  description: 'The first signed checkpoint that covers this event. `null`: no checkpoint covers it yet.',
};

/** An audit entry with its link in the hash chain, which makes alterations detectable. */
export class AuditEventDetailsDto extends AuditEventDto {
  @ObjectField(() => AuditLinkDto, {
    nullable: true,
    description:
      'The position of the event in the hash chain. `null`: the event has just happened and is not in the chain yet.',
  })
  link!: AuditLinkDto | null;
  @ObjectField(() => AuditCheckpointDto, CHECKPOINT) checkpoint!: AuditCheckpointDto | null;

  static ofProved({ entry, link, checkpoint }: ProvedEntry): AuditEventDetailsDto {
    return Object.assign(AuditEventDto.of(entry), {
      link: link ? AuditLinkDto.of(link) : null,
      checkpoint: checkpoint ? AuditCheckpointDto.of(checkpoint) : null,
    });
  }
}

export class AuditChainDto {
  @ObjectField(() => AuditLinkDto, {
    nullable: true,
    description: 'The newest link of the hash chain. `null`: there are no events yet.',
  })
  head!: AuditLinkDto | null;
  @IntegerField({
    min: 0,
    max: 100_000,
    example: 0,
    description: 'The number of events that are not yet in the chain. At most 100,000 are counted.',
  })
  unlinked!: number;
  @IntegerField({
    min: 0,
    max: 1_000_000_000,
    example: 0,
    description: 'The age of the oldest event that is not yet in the chain, in seconds.',
  })
  lagSeconds!: number;
  @ObjectField(() => AuditCheckpointDto, {
    nullable: true,
    description: 'The newest signed checkpoint. `null`: there is no checkpoint yet.',
  })
  checkpoint!: AuditCheckpointDto | null;

  static of({ head, checkpoint, lag: { unlinked, seconds } }: AuditChainState): AuditChainDto {
    return {
      head: head ? AuditLinkDto.of(head) : null,
      unlinked,
      lagSeconds: Math.round(seconds),
      checkpoint: checkpoint ? AuditCheckpointDto.of(checkpoint) : null,
    };
  }
}
