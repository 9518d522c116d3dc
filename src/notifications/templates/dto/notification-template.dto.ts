import {
  ArrayField,
  ChosenId,
  EnumField,
  IntegerField,
  JsonField,
  listOf,
  TimeField,
} from '../../../shared/fields/index.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { MOST_CONTENT_BYTES } from '../../notification/content/content-size.js';
import { MOST_LANGUAGES, repeated } from '../../requests/notification-request.js';
import { LONGEST_TEXT, type VariableType, variableTypes } from '../template-values.js';
import type { Template, Variables } from '../template.js';
import type { NotificationTemplate } from '../notification-template.entity.js';
import type { Preview } from '../notification-templates.service.js';
import { NotificationBodyDto } from '../../requests/dto/content.dto.js';

const ID = { example: 'payment', description: 'Your own id for the template.' };
const VERSION = { min: 1, max: 1_000_000, example: 2 };
const EXAMPLE_BODY = [{ lng: 'en', subject: 'Confirm your payment', message: 'Pay {{amount}} to {{payee}}?' }];
const EXAMPLE_VARIABLES = [
  { name: 'amount', type: 'money' },
  { name: 'payee', type: 'text', max: 70 },
];

export const VALUES = {
  maxBytes: 16_384,
  example: { amount: { amount: '25.00', currency: 'EUR' }, payee: 'Bookshop' },
  description:
    'The values of the variables. Each key is the name of a variable. Numbers, amounts of money and dates are formatted for each language.',
};

export class TemplateParams {
  @ChosenId(ID) templateId!: string;
}

class VariableDto {
  @EnumField(variableTypes, {
    name: 'TemplateVariableType',
    example: 'money',
    description:
      '`text`: one line of text. `number`: a decimal number. `money`: an object `{ amount, currency }`. `date`: a day such as 2026-01-31.',
  })
  type!: VariableType;

  @IntegerField({
    min: 1,
    max: LONGEST_TEXT,
    optional: true,
    example: 70,
    description: 'The maximum length of a `text` variable, in characters.',
  })
  max?: number;
}

class TemplateVariableDto extends VariableDto {
  @ChosenId({
    example: 'amount',
    description: 'The name of the variable. It consists of a-z, 0-9 and _, and begins with a letter.',
  })
  name!: string;
}

export class ChangeNotificationTemplateDto {
  @ArrayField(() => TemplateVariableDto, {
    max: 50,
    example: EXAMPLE_VARIABLES,
    description: 'The variables: the parts of the texts that differ from one notification to the next.',
  })
  variables!: TemplateVariableDto[];

  @ArrayField(() => NotificationBodyDto, {
    min: 1,
    max: MOST_LANGUAGES,
    example: EXAMPLE_BODY,
    description: `The texts. Write \`{{name}}\` where the value of a variable belongs. The texts of each language must contain every variable. All texts together have at most ${MOST_CONTENT_BYTES} bytes of JSON, both before and after the values are filled in.`,
  })
  body!: NotificationBodyDto[];

  static toTemplate({ variables, body }: ChangeNotificationTemplateDto): Template {
    refuseRepeated(variables);
    return {
      variables: Object.fromEntries(
        variables.map(({ name, type, max }) => [name, { type, ...(max !== undefined && { max }) }]),
      ),
      body: body.map((texts) => NotificationBodyDto.toBody(texts)),
    };
  }
}

export class CreateNotificationTemplateDto extends ChangeNotificationTemplateDto {
  @ChosenId(ID) template_id!: string;
}

export class NotificationTemplateDto {
  @ChosenId(ID) template_id!: string;
  @IntegerField({
    ...VERSION,
    description: 'The version number. Each change creates a new version. Earlier versions stay available.',
  })
  version!: number;
  @ArrayField(() => TemplateVariableDto, { max: 50 }) variables!: TemplateVariableDto[];
  @ArrayField(() => NotificationBodyDto, { max: MOST_LANGUAGES, example: EXAMPLE_BODY }) body!: NotificationBodyDto[];
  @TimeField({ example: '2026-01-31T09:30:00.000Z' }) create_ts!: string;

  static of({ templateId, version, variables, body, createdAt }: NotificationTemplate): NotificationTemplateDto {
    return {
      template_id: templateId,
      version,
      variables: named(variables),
      body: body.map((texts) => NotificationBodyDto.toBody(texts as NotificationBodyDto)),
      create_ts: createdAt.toISOString(),
    };
  }
}

export class NotificationTemplateListDto extends listOf('templates', () => NotificationTemplateDto) {}

export class TemplateVersionQuery {
  @IntegerField({ ...VERSION, optional: true, description: 'An earlier version of the template. Default: the newest.' })
  version?: number;
}

export class PreviewNotificationTemplateDto {
  @IntegerField({ ...VERSION, optional: true, description: 'The version of the template. Default: the newest.' })
  version?: number;
  @JsonField(VALUES) values!: Record<string, unknown>;
}

export class NotificationPreviewDto {
  @IntegerField(VERSION) version!: number;
  @ArrayField(() => NotificationBodyDto, { max: MOST_LANGUAGES }) body!: NotificationBodyDto[];

  static of({ version, body }: Preview): NotificationPreviewDto {
    return { version, body: body.map((texts) => NotificationBodyDto.toBody(texts as NotificationBodyDto)) };
  }
}

function refuseRepeated(variables: readonly TemplateVariableDto[]): void {
  const errors = repeated(variables.map(({ name }) => name)).map((at) => ({
    pointer: `/variables/${at}/name`,
    detail: 'Must be unique.',
  }));
  if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors });
}

const named = (variables: Variables): TemplateVariableDto[] =>
  Object.entries(variables).map(([name, variable]) => ({ name, ...variable }));
