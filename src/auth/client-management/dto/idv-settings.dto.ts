import {
  ArrayField,
  BooleanField,
  EnumField,
  Field,
  IntegerField,
  type Kind,
  ObjectField,
  scalar,
  text,
  TextField,
} from '../../../shared/fields/index.js';
import { chipOffers, chipProofs, type ChipOffer, type ChipProof } from '../../client/settings/verification-settings.js';

const share = (least = 0): Kind =>
  scalar({ type: 'number', minimum: least, maximum: 1 }, (value) =>
    typeof value === 'number' && value >= least && value <= 1 ? undefined : `Must be a number from ${least} to 1.`,
  );

const ShareField = (description: string, example: number, least?: number): PropertyDecorator =>
  Field(share(least), { optional: true, example, description });

/** The enterprise's app that reads passport chips. */
export class IdvChipAppDto {
  @TextField({
    max: 40,
    example: 'Lanternfield',
    description:
      'The name of the app, without an article. The button on the page shows it: _Open Lanternfield_, in the language of the page.',
  })
  name!: string;
  @TextField({
    max: 2_048,
    pattern: /^[!"$-~]+$/,
    called: 'a link without fragment',
    example: 'https://bank.example/app/chip',
    description:
      'The link that opens the app: an https app link (universal link) of your domain. Clients in test mode can also use a private scheme. The page appends `#code=…`.',
  })
  link!: string;
}

/** Settings for identity verifications that the client starts. */
export class IdvSettingsDto {
  @BooleanField({
    optional: true,
    description:
      'Whether a person reviews uncertain results. If true, a session goes to review when the engine is unsure, or when a raised signal suggests that a picture may not be genuine. If false, the user tries again instead. A single raised signal does not cause another attempt.',
  })
  review?: boolean;

  @ShareField(
    'The minimum similarity at which the selfie and the portrait in the document count as a match, from 0 to 1. Default: 0.8.',
    0.8,
  )
  matchThreshold?: number;
  @ShareField(
    'The similarity below which the selfie fails at once, from 0 to 1. Between this value and `matchThreshold`, the engine is unsure. The user then tries again or, with `review`, a person decides. Default: 0.6.',
    0.6,
  )
  retryThreshold?: number;

  @ShareField(
    'The minimum sharpness of a document picture, from 0 to 1. Below this value, the user must show the document again, unless the printed text confirms the machine readable zone. Default: 0.075.',
    0.1,
  )
  leastSharpness?: number;

  @ShareField(
    'The sharpness below which a document counts as doubtful, even if all of it was read, from 0 to 1. Default: 0.',
    0.15,
  )
  clearSharpness?: number;

  @ShareField(
    'The minimum certainty with which the characters of the machine readable zone must be read, from 0 to 1. Below this value, the document counts as doubtful. Default: 0.88.',
    0.95,
    0.88,
  )
  leastCertainty?: number;

  @ShareField(
    'The maximum amount of glare on the machine readable zone, from 0 to 1. Above this value, the document counts as doubtful. Default: 0.25.',
    0.1,
  )
  mostGlare?: number;

  @IntegerField({
    min: 0,
    max: 2,
    optional: true,
    example: 0,
    description:
      'How many of these four fields may be missing from the printed text: document number, names, date of birth, date of expiry. Default: 0.',
  })
  mostUnseenFields?: number;

  @ArrayField(text({ max: 64, pattern: /^[\w-]+$/ }), {
    min: 1,
    max: 50,
    unique: true,
    optional: true,
    example: ['passport', 'identity_card'],
    description: 'The accepted types of documents. Default: all types.',
  })
  documentTypes?: string[];

  @IntegerField({
    min: 0,
    max: 3_650,
    optional: true,
    description: 'How many days the pictures of a verification are stored.',
  })
  retentionDays?: number;

  @BooleanField({
    optional: true,
    description: 'Whether a verification fails if the same face was already verified for another user.',
  })
  duplicateFace?: boolean;

  @BooleanField({
    optional: true,
    description:
      'Whether the face must reflect the colours that the screen shows (a liveness check). Default: required on phones only. With this default, two signals are raised if a device claims not to be a phone and the colours are missing: the user tries again, or with `review` the session goes to review. `true`: required on every device. If the colours are missing, the selfie fails, or with `review` the session goes to review. `false`: never required; the measurement is still in the score `light` of the result. In test mode the default is `false`.',
  })
  requireLight?: boolean;

  @BooleanField({
    optional: true,
    description:
      'Whether to accept European driving licences that have neither a machine readable zone nor a code. They are read from their numbered fields. Only the licence number has a check digit. The result then contains `readBy: numbered_fields`. Default: false.',
  })
  licencesByFields?: boolean;

  @EnumField(chipOffers, {
    name: 'IdvChipOffer',
    optional: true,
    example: 'offered',
    description:
      'Whether your app reads the chip of a passport after its page was photographed. `offered`: the user can continue without the chip. `required`: only passports are accepted, and only with their chip. Default: `off`.',
  })
  chip?: ChipOffer;

  @EnumField(chipProofs, {
    name: 'IdvChipProof',
    optional: true,
    example: 'genuine_chip',
    description:
      'The minimum proof that the chip must provide. `signed_data`: a state has signed its data and its portrait. `genuine_chip`: the chip has also answered a challenge, so it is not a copy. Some passports cannot do that. Default: `signed_data`.',
  })
  chipProof?: ChipProof;

  @ObjectField(() => IdvChipAppDto, {
    optional: true,
    description: 'Your app that reads chips. Required for live clients if `chip` is not `off`.',
  })
  chipApp?: IdvChipAppDto;
}
