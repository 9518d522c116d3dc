import { IntegerField, TextField } from '../../../shared/http/fields/index.js';

export class RotateSecretDto {
  @IntegerField({
    min: 0,
    max: 2_592_000,
    default: 0,
    example: 86_400,
    description: 'For how long the secrets before this one go on working.',
  })
  overlapSeconds?: number;
}

export class NewSecretDto {
  @TextField({ max: 36 }) clientId!: string;
  @TextField({ max: 43, description: 'Shown this once; we keep only its hash.' }) clientSecret!: string;
}
