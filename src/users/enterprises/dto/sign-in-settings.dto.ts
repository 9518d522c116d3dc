import { EnumField } from '../../../shared/http/index.js';
import { RECOVERIES } from '../enterprise-profile.js';

export class SignInDto {
  @EnumField(RECOVERIES, {
    example: 'mail',
    description:
      'How users who forgot their password get a new one by themselves. `mail`: by a code to the mail address on record. `off`: only the enterprise can help, by the status `RESET`. Default: `mail` for an enterprise that is created in development, otherwise `off`.',
  })
  recovery!: (typeof RECOVERIES)[number];
}

/** The members that are sent are changed. */
export class SignInSettingsDto {
  @EnumField(RECOVERIES, { optional: true, example: 'mail' }) recovery?: (typeof RECOVERIES)[number];
}
