import { Icon } from './marks.js';

interface Explained {
  /** The check that failed, in words. */
  readonly no: string;
  readonly compared: string;
}

/** Explanations by reason of the API, or by status if there is no reason. */
const EXPLAINED: Readonly<Record<string, Explained>> = {
  face_mismatch: {
    no: 'It is another face',
    compared:
      'The engine compared the photograph in the document with the face before the camera. They are too different to be one person.',
  },
  liveness_failed: {
    no: 'The movements were not followed',
    compared:
      'The engine compared the movements that the page asked for with those that the camera saw. A photograph or a film cannot follow them.',
  },
  selfie_quality: {
    no: 'No face was clear enough',
    compared: 'The engine looked for one face before the camera, large and sharp enough to compare.',
  },
  duplicate_face: {
    no: 'The face is known under another name',
    compared: 'The engine compared the face with those of other users of the bank.',
  },
  portrait_missing: {
    no: 'The document shows no photograph',
    compared: 'The engine looked for a photograph of a face. A drawn face is none: take your own picture.',
  },
  document_unreadable: {
    no: 'The document could not be read',
    compared: 'The engine looked for the two lines at the lower edge, and compared each check digit with what it read.',
  },
  document_data_mismatch: {
    no: 'The document names somebody else',
    compared: 'The service compared the names in the document with those that you gave the bank.',
  },
  check_digit_mismatch: {
    no: 'The document contradicts itself',
    compared: 'The engine compared what it read with the check digits beside it.',
  },
  chip_not_genuine: {
    no: 'The chip is a copy',
    compared:
      'The state’s signature over the data was right, as in every copy. Then the service sent the chip a challenge, and the answer was wrong: the copy lacks the key.',
  },
  document_expired: {
    no: 'The document has expired',
    compared: 'The engine compared the date in the document with today.',
  },
  duplicate_document: {
    no: 'The document belongs to another user',
    compared: 'The service compared the number with those of other users of the bank.',
  },
  DECLINED: { no: 'You did not agree', compared: 'Nothing was compared: without your consent nothing is passed on.' },
  EXPIRED: { no: 'It took too long', compared: 'Nothing was compared: the pages wait for a quarter of an hour.' },
};
const OTHER: Explained = { no: 'It was ended', compared: 'The answer in the record beside says how.' };

/** Explains why a person was not verified, and how the bank knows. */
export function Refusal({ status, reasons }: { readonly status: string; readonly reasons: readonly string[] }) {
  const words = [status, ...reasons];
  const { no, compared } = [...reasons, status].flatMap((word) => EXPLAINED[word] ?? []).at(0) ?? OTHER;
  return (
    <section class="refusal" role="status" aria-label="Refused">
      <h3>
        <Icon name="cross" />
        Refused: {no.charAt(0).toLowerCase() + no.slice(1)}
      </h3>
      <p>{compared}</p>
      <p>
        The bank was told by the webhook <code>idv.finished</code>, asked for the result itself, and read{' '}
        {words.map((word, at) => (
          <>
            {at > 0 && ', '}
            <code>{word}</code>
          </>
        ))}
        . Her account stays <code>ONBOARDING</code>: nobody can sign in to it.
      </p>
    </section>
  );
}
