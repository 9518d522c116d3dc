import type { Refusal } from '@countersign/emrtd/verify';

/** For each reason to refuse an imported file, the message that tells the operator what to do. */
const WORDS: Partial<Record<Refusal, string>> = {
  malformed: 'It is no master list, certificate, revocation list or signed object, in DER or PEM. Take the file again.',
  too_large: 'It has more than 8 MB. Take the file of one publisher.',
  not_signed_data: 'It is not signed. Take the file as its publisher offers it.',
  content_altered: 'It was altered after it was signed. Take the file again.',
  wrong_signature: 'Its signature does not hold. Take the file again.',
  publisher_not_known:
    'No publisher that you have named has signed this list. Get the certificate of the publisher from the state itself, and import it with --publisher.',
  publisher_not_allowed: 'Its signer may not sign such a file, or its certificate has ended. Take a newer file.',
  link_not_trusted:
    'No authority that is trusted vouches for this certificate. Import the authority that has signed it first.',
  revocations_not_trusted:
    'No authority that is trusted has signed this list, or a newer one is there. Import the authority first.',
  signer_expired: 'Its certificate is not valid today. Take a newer file.',
  signer_revoked: 'Its signer is revoked or blocked: do not believe the document.',
  signer_not_allowed: 'Its signer may not sign documents: do not believe the document.',
  issuer_not_trusted: 'No authority that is trusted has issued its signer. Import the list that has the authority.',
  algorithm_not_allowed: 'It is signed by an algorithm that is not allowed.',
  key_not_allowed: 'It has a key of a kind that is not allowed.',
};

export const wordsOf = (code: Refusal, detail: string): string =>
  `${WORDS[code] ?? 'It cannot be believed.'} (${detail === '' ? code : `${code}: ${detail}`})`;
