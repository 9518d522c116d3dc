import { ArrayField, BooleanField, Field, IntegerField, type Kind, scalar, text } from '../../../shared/http/index.js';

const share = (least = 0): Kind =>
  scalar({ type: 'number', minimum: least, maximum: 1 }, (value) =>
    typeof value === 'number' && value >= least && value <= 1 ? undefined : `Must be a number from ${least} to 1.`,
  );

const ShareField = (description: string, example: number, least?: number): PropertyDecorator =>
  Field(share(least), { optional: true, example, description });

/** How identity verifications are judged that the client starts. */
export class IdvSettingsDto {
  @BooleanField({
    optional: true,
    description:
      'Whether a person decides where the engine is not sure, or where a signal is raised that a picture is not genuine. Without it, the user tries again; one raised signal alone is not enough for that.',
  })
  review?: boolean;

  @ShareField('How alike selfie and portrait must be. Left out: 0.8.', 0.8) matchThreshold?: number;
  @ShareField('From here to the match the user may try again. Left out: 0.6.', 0.6) retryThreshold?: number;

  @ShareField(
    'How sharp a document must be. With less it is shown again, unless what is printed for people confirms the zone. Left out: 0.075.',
    0.1,
  )
  leastSharpness?: number;

  @ShareField('With less sharpness a document is a doubt, even if all of it was read. Left out: 0.', 0.15)
  clearSharpness?: number;

  @ShareField('With less certainty of its characters a machine readable zone is a doubt. Left out: 0.88.', 0.95, 0.88)
  leastCertainty?: number;

  @ShareField('With more glare on it a machine readable zone is a doubt. Left out: 0.25.', 0.1) mostGlare?: number;

  @IntegerField({
    min: 0,
    max: 2,
    optional: true,
    example: 0,
    description:
      'How many of number, names, date of birth and date of expiry may be unseen among what is printed for people. Left out: 0.',
  })
  mostUnseenFields?: number;

  @ArrayField(text({ max: 64, pattern: /^[\w-]+$/ }), {
    min: 1,
    max: 50,
    unique: true,
    optional: true,
    example: ['passport', 'identity_card'],
  })
  documentTypes?: string[];

  @IntegerField({ min: 0, max: 3_650, optional: true, description: 'How long images are kept.' })
  retentionDays?: number;

  @BooleanField({ optional: true, description: 'Whether a face that is known under another user fails.' })
  duplicateFace?: boolean;

  @BooleanField({
    optional: true,
    description:
      'Whether the colours with which the screen lights the face must be found in it. Left out: on phones. A device that says that it is not a phone raises two signals without the colours: another try, or a doubt with `review`. `true`: on every device; the selfie fails, or is a doubt with `review`. `false`: nowhere; what was found is the score `light` of the result. In test mode, left out means `false`.',
  })
  requireLight?: boolean;

  @BooleanField({
    optional: true,
    description:
      'Whether European driving licences are taken that have neither a machine readable zone nor a code, by their numbered fields. They have no check digits but those of the number, and the result says `readBy: numbered_fields`. Left out: no.',
  })
  licencesByFields?: boolean;
}
