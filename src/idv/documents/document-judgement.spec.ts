import { isExpired, type DocumentData } from '@countersign/identity-engine';
import { documentFault, type DocumentFacts } from './document-judgement.js';
import { reasonFacts, reasons, reasonsOf } from '../sessions/rules/reasons.js';
import { finalStatuses } from '../sessions/rules/session-status.js';

const document: DocumentData = {
  type: 'passport',
  country: 'UTO',
  number: 'L898902C3',
  expiryDate: '2030-06-15',
  firstNames: 'ANNA',
  lastNames: 'ERIKSSON',
  birthDate: '1974-08-12',
};
const good: DocumentFacts = {
  document,
  chosen: { type: 'passport', country: 'UTO' },
  holder: { firstName: 'Anna', lastName: 'Eriksson' },
  hasPortrait: true,
  isOfAnotherUser: false,
  now: new Date('2026-01-01T00:00:00Z'),
};

describe('A document that was read', () => {
  it('is taken when nothing is wrong, and when the record has no names', () => {
    expect(documentFault(good)).toBeUndefined();
    expect(documentFault({ ...good, holder: { firstName: null, lastName: null } })).toBeUndefined();
  });

  it.each<readonly [string, Partial<DocumentFacts>]>([
    ['document_type_not_accepted', { chosen: { type: 'identity_card', country: 'UTO' } }],
    ['document_type_not_accepted', { chosen: { type: 'passport', country: 'AUT' } }],
    ['document_expired', { now: new Date('2031-01-01T00:00:00Z') }],
    ['portrait_missing', { hasPortrait: false }],
    ['document_data_mismatch', { holder: { firstName: 'Jane', lastName: 'Doe' } }],
    ['duplicate_document', { isOfAnotherUser: true }],
  ])('fails with %s', (reason, facts) => {
    expect(documentFault({ ...good, ...facts })).toBe(reason);
  });

  it.each([
    ['D', 'DEU'],
    ['RKS', 'XKX'],
    ['GBD', 'GBR'],
    ['CHN', 'HKG'],
    ['USA', 'PRI'],
  ])('that names %s is one of %s', (country, chosen) => {
    const facts = { document: { ...document, country }, chosen: { type: 'passport', country: chosen } } as const;
    expect(documentFault({ ...good, ...facts })).toBeUndefined();
  });

  it('is good to the end of its last day, everywhere', () => {
    expect(isExpired(document, new Date('2030-06-16T11:59:00Z'))).toBe(false);
    expect(isExpired(document, new Date('2030-06-16T12:00:00Z'))).toBe(true);
    expect(isExpired({ expiryDate: null }, new Date('2099-01-01'))).toBe(false);
  });
});

/** The reasons for each final status, as the API contract lists them. Repeated here so that a change fails the test. */
const CONTRACT: Readonly<Record<string, string>> = {
  DOCUMENT_REJECTED:
    'document_unreadable document_expired document_type_not_accepted portrait_missing portrait_suspicious chip_not_read chip_wrong_key chip_not_verified chip_issuer_unknown chip_without_proof chip_signature_weak chip_revocation_unknown chip_not_genuine document_revoked',
  DOCUMENT_MISMATCH: 'check_digit_mismatch document_data_mismatch duplicate_document',
  SELFIE_FAILED: 'face_mismatch liveness_failed selfie_quality duplicate_face capture_suspicious',
  KYC_FAILED: 'kyc_rejected',
  DECLINED: 'consent_denied',
  CANCELLED: 'other_way_needed chip_needed',
};

describe('The reasons', () => {
  it.each(finalStatuses)('are those of the contract for %s', (status) => {
    expect(reasonsOf(status).sort()).toEqual((CONTRACT[status] ?? '').split(' ').filter(Boolean).sort());
  });

  it('are tried again in the step that they belong to', () => {
    for (const reason of reasons) {
      const { status } = reasonFacts[reason];
      const attempt =
        'attempt' in reasonFacts[reason] ? (reasonFacts[reason] as { attempt: string }).attempt : undefined;
      const expected = status.startsWith('DOCUMENT') ? 'document' : status === 'SELFIE_FAILED' ? 'selfie' : undefined;
      expect({ reason, attempt }).toEqual({ reason, attempt: expected });
    }
  });
});
