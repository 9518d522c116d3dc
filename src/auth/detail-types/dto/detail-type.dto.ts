import {
  BooleanField,
  IntegerField,
  JsonField,
  LanguageField,
  ArrayField,
  listOf,
  TextField,
} from '../../../shared/fields/index.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import type { DetailTypeContent } from '../detail-type.entity.js';
import type { DetailTexts } from '../detail-texts.js';
import type { KnownType } from '../detail-types.service.js';
import { builtInDetailType } from '../built-in-detail-types.js';

const NAME = {
  max: 64,
  pattern: /^[A-Za-z][A-Za-z0-9_.:-]*$/,
  called: 'letters, digits, "_", ".", ":" and "-"',
  example: 'card_limit',
};
const VERSION = { min: 1, max: 1_000_000, example: 2 };
const MOST_LANGUAGES = 20;

const SCHEMA = {
  maxBytes: 8_192,
  example: {
    type: 'object',
    required: ['limit', 'card'],
    properties: {
      limit: { type: 'string', pattern: '^[0-9]{1,6} [A-Z]{3}$' },
      card: { type: 'string', maxLength: 40 },
    },
  },
  description:
    'The JSON Schema of a detail, without the member `type`. Supported: objects with `properties` and `required`; texts with `minLength`, `maxLength` (at most 140), `pattern`, `enum` and `const`; whole numbers with `minimum` and `maximum`; booleans. A detail with members that the schema does not name is never accepted. A `pattern` must start with `^` and end with `$`. It must not contain groups or alternatives, and can have at most three variable repetitions (`?` or `{1,5}`).',
};
const TEXTS = {
  min: 1,
  max: MOST_LANGUAGES,
  example: [{ lng: 'en', subject: 'Set your limit to {limit}?', message: 'For the card {card}' }],
};

export class AuthorizationDetailTextDto {
  @LanguageField({ example: 'en' }) lng!: string;
  @TextField({
    max: 140,
    visible: true,
    example: 'Set your limit to {limit}?',
    description: 'The heading, with placeholders such as `{limit}` or `{account.iban}`.',
  })
  subject!: string;
  @TextField({
    max: 2_000,
    singleLine: false,
    visible: 'prose',
    example: 'For the card {card}',
    description: 'The text. A line whose placeholder has no value is omitted.',
  })
  message!: string;
}

export class ChangeAuthorizationDetailTypeDto {
  @JsonField({ ...SCHEMA, optional: true }) schema?: Record<string, unknown>;
  @ArrayField(() => AuthorizationDetailTextDto, {
    ...TEXTS,
    optional: true,
    description: 'The texts, one element for each language. They replace all texts of the previous version.',
  })
  texts?: AuthorizationDetailTextDto[];

  static toChanges({ schema, texts }: ChangeAuthorizationDetailTypeDto): Partial<DetailTypeContent> {
    return {
      ...(schema && { schema: schema as DetailTypeContent['schema'] }),
      ...(texts && { texts: textsOf(texts) }),
    };
  }
}

export class CreateAuthorizationDetailTypeDto {
  @TextField({ ...NAME, description: 'The `type` of the details, which you choose.' }) type!: string;
  @JsonField(SCHEMA) schema!: Record<string, unknown>;
  @ArrayField(() => AuthorizationDetailTextDto, {
    ...TEXTS,
    description:
      'The texts that people read, one element for each language. English (`en`) is required. Each text must contain a placeholder for each member, so that people see everything that they approve.',
  })
  texts!: AuthorizationDetailTextDto[];

  static toContent({ schema, texts }: CreateAuthorizationDetailTypeDto): DetailTypeContent {
    return { schema: schema as DetailTypeContent['schema'], texts: textsOf(texts) };
  }
}

export class DetailTypeParams {
  @TextField(NAME) type!: string;
}

export class DetailTypeVersionQuery {
  @IntegerField({ ...VERSION, optional: true, description: 'An earlier version of the type. Default: the newest.' })
  version?: number;
}

export class AuthorizationDetailTypeDto {
  @TextField(NAME) type!: string;
  @IntegerField({
    ...VERSION,
    description: 'The version. Each change creates a new version. Earlier versions stay available.',
  })
  version!: number;
  @BooleanField({
    example: false,
    description: 'Whether the type is built in. Built-in types cannot be changed.',
  })
  ready!: boolean;
  @JsonField(SCHEMA) schema!: Record<string, unknown>;
  @ArrayField(() => AuthorizationDetailTextDto, { max: MOST_LANGUAGES, example: TEXTS.example })
  texts!: AuthorizationDetailTextDto[];
  @IntegerField({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    nullable: true,
    example: 1_767_225_600_000,
    description: 'When the version was created, in milliseconds since 1970. `null`: the type is built in.',
  })
  createdTs!: number | null;

  static of({ type, version, schema, texts, createdAt }: KnownType): AuthorizationDetailTypeDto {
    return {
      type,
      version,
      ready: builtInDetailType(type) !== undefined,
      schema: { ...schema },
      texts: Object.entries(texts).map(([lng, { subject, message }]) => ({ lng, subject, message })),
      createdTs: createdAt?.getTime() ?? null,
    };
  }
}

export class AuthorizationDetailTypeListDto extends listOf(
  'authorizationDetailTypes',
  () => AuthorizationDetailTypeDto,
) {}

function textsOf(texts: readonly AuthorizationDetailTextDto[]): DetailTexts {
  const named = texts.map(({ lng }) => lng);
  const twice = named.findIndex((lng, at) => named.indexOf(lng) < at);
  if (twice >= 0)
    throw KernelErrors.invalidArguments(undefined, {
      errors: [{ pointer: `/texts/${twice}/lng`, detail: 'Must be unique.' }],
    });
  return Object.fromEntries(texts.map(({ lng, subject, message }) => [lng, { subject, message }]));
}
