/** Reasons for which a chip or a list of authorities is refused. */
export const refusals = [
  'malformed',
  'too_large',
  'not_asked_for',
  'not_signed_data',
  'wrong_content',
  'signers',
  'no_signed_attributes',
  'attribute_twice',
  'content_altered',
  'no_signer_certificate',
  'wrong_signature',
  'algorithm_not_allowed',
  'key_not_allowed',
  'issuer_not_trusted',
  'signer_not_allowed',
  'signer_expired',
  'signer_revoked',
  'publisher_not_allowed',
  'publisher_not_known',
  'link_not_trusted',
  'revocations_not_trusted',
  'group_not_signed',
  'group_missing',
  'group_altered',
  'check_digit',
  'issuer_differs',
  'document_expired',
  'page_and_chip_differ',
  'more_than_one_face',
  'picture_size',
  'picture_kind',
  'chip_not_proven',
] as const;
export type Refusal = (typeof refusals)[number];

/** Thrown when data is readable but must not be trusted. */
export class Refused extends Error {
  constructor(
    readonly code: Refusal,
    readonly detail = '',
  ) {
    super(detail === '' ? code : `${code}: ${detail}`);
    this.name = 'Refused';
  }
}
