import { BooleanField, EnumField, HttpsUrlField } from '../../../shared/fields/index.js';
import { backchannelAlgorithms, backchannelDeliveries, type BackchannelSettings } from '../../client/backchannel.js';

const NONE = { optional: true, nullable: true } as const;

export class BackchannelDto {
  @EnumField(backchannelDeliveries, {
    name: 'BackchannelDelivery',
    example: 'poll',
    description:
      'How the client gets the result. `poll`: the client asks the token endpoint repeatedly until there is a result. `ping`: the service calls `notificationUrl` when there is a result, and the client then asks the token endpoint once.',
  })
  delivery!: BackchannelSettings['delivery'];

  @HttpsUrlField({
    ...NONE,
    description: 'The address that the service calls. Required if `delivery` is `ping`, and not allowed otherwise.',
  })
  notificationUrl?: string | null;

  @BooleanField({
    default: false,
    description:
      "Whether each request must contain a `user_code`: a code from the user's authenticator app. A person who knows only a user's name then cannot make the phone ring.",
  })
  userCode?: boolean;

  @EnumField(backchannelAlgorithms, {
    ...NONE,
    name: 'BackchannelAlgorithm',
    example: 'ES256',
    description:
      'The algorithm with which the client signs its requests. If it is set, the client must sign each request with a key of its `jwks`. Requires the `authMethod` `private_key_jwt`. Default: requests need no signature.',
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
