import { BooleanField, EnumField, HttpsUrlField } from '../../../shared/http/index.js';
import { backchannelAlgorithms, backchannelDeliveries, type BackchannelSettings } from '../../client/backchannel.js';

const NONE = { optional: true, nullable: true } as const;

export class BackchannelDto {
  @EnumField(backchannelDeliveries, {
    name: 'BackchannelDelivery',
    example: 'poll',
    description:
      'How the client gets the result. `poll`: it asks the token endpoint until there is one. `ping`: the service calls `notificationUrl` when there is a result, and the client then asks once.',
  })
  delivery!: BackchannelSettings['delivery'];

  @HttpsUrlField({
    ...NONE,
    description: 'The address that the service calls. Required with the delivery `ping`, and only allowed with it.',
  })
  notificationUrl?: string | null;

  @BooleanField({
    default: false,
    description:
      "Whether each request must have a `user_code`: a code of the user's authenticator app. Then nobody who knows only a user's name can make the phone ring.",
  })
  userCode?: boolean;

  @EnumField(backchannelAlgorithms, {
    ...NONE,
    name: 'BackchannelAlgorithm',
    example: 'ES256',
    description:
      'The algorithm of signed requests. With it, the client must sign each request, with a key of its `jwks`. Requires the `authMethod` `private_key_jwt`. Default: requests need no signature.',
  })
  signingAlg?: BackchannelSettings['signingAlg'];

  static toSettings({ delivery, notificationUrl, userCode, signingAlg }: BackchannelDto): BackchannelSettings {
    return {
      delivery,
      notificationUrl: notificationUrl ?? null,
      userCode: userCode ?? false,
      signingAlg: signingAlg ?? null,
    };
  }
}
