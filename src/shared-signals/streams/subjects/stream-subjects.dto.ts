import {
  BooleanField,
  EnumField,
  ObjectField,
  text,
  Field,
  TextField,
  UuidField,
} from '../../../shared/fields/index.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { STREAM_ID } from '../stream-form.dto.js';
import type { NamedSubject } from './stream-subjects.service.js';

const formats = ['iss_sub', 'opaque'] as const;

export class SignalSubjectDto {
  @EnumField(formats, {
    name: 'SignalSubjectFormat',
    example: 'iss_sub',
    description:
      'How the user is identified. `iss_sub`: by the issuer and the `sub` of tokens. `opaque`: by your own id for the user.',
  })
  format!: (typeof formats)[number];

  @Field(text({ max: 256 }), {
    optional: true,
    example: 'https://auth.example.com/service/authserver',
    description: 'For `iss_sub`: the issuer.',
  })
  iss?: string;

  @UuidField({
    optional: true,
    example: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6',
    description: 'For `iss_sub`: the `sub` of the user.',
  })
  sub?: string;

  @TextField({ max: 255, optional: true, example: 'jane.doe', description: 'For `opaque`: the id of the user.' })
  id?: string;

  static toSubject({ format, iss, sub, id }: SignalSubjectDto): NamedSubject {
    if (format === 'iss_sub' && iss !== undefined && sub !== undefined) return { format, iss, sub };
    if (format === 'opaque' && id !== undefined) return { format, id };
    const detail = format === 'opaque' ? 'Needs `id`.' : 'Needs `iss` and `sub`.';
    throw KernelErrors.invalidArguments(undefined, { errors: [{ pointer: '/subject', detail }] });
  }
}

const SUBJECT = {
  example: {
    format: 'iss_sub',
    iss: 'https://auth.example.com/service/authserver',
    sub: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6',
  },
  description: 'The user to add to the stream or to remove from it.',
};

export class RemoveSignalSubjectDto {
  @UuidField(STREAM_ID) stream_id!: string;
  @ObjectField(() => SignalSubjectDto, SUBJECT) subject!: SignalSubjectDto;
}

export class AddSignalSubjectDto extends RemoveSignalSubjectDto {
  @BooleanField({
    optional: true,
    example: true,
    description: 'Whether you have verified the user. The service accepts this value and ignores it.',
  })
  verified?: boolean;
}
