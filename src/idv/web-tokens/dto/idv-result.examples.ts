import { reasonFacts, type Reason } from '../../sessions/rules/reasons.js';
import type { SessionStatus } from '../../sessions/rules/session-status.js';

const base = (status: SessionStatus, reasons: readonly Reason[] = []) => ({
  userId: 'jane.doe',
  status,
  timestamp: '2026-01-31T09:30:00.000Z',
  reasons: reasons.map((code) => ({ code, retryable: reasonFacts[code].retryable })),
  attempts: { document: 1, selfie: 1 },
  optIn: null as boolean | null,
  payload: { order: 4711 },
  test: false,
});

const document = {
  type: 'passport',
  country: 'UTO',
  number: 'L898902C3',
  expiryDate: '2031-12-31',
  firstNames: 'ANNA MARIA',
  lastNames: 'ERIKSSON',
  birthDate: '1974-08-12',
};
const photographed = { ...document, method: 'picture', proof: { level: 'none' } };
const proven = {
  ...document,
  method: 'chip',
  proof: {
    level: 'genuine_chip',
    by: 'chip_authentication',
    state: 'UT',
    authority: '1f9b2c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f809',
    algorithm: 'ECDSA with SHA-256',
    signerUntil: '2033-01-31T00:00:00.000Z',
    revocation: 'good',
    weak: false,
    compared: ['number', 'birthDate', 'expiryDate'],
    readAt: '2026-01-31T09:28:00.000Z',
  },
};
const scores = { document: 0.98, liveness: 0.97, face: 0.93 };
const expiresAt = '2026-01-31T09:45:00.000Z';
const none = { document: 0, selfie: 0 };

/** One example result for each status, for the API documentation. */
const results: Readonly<Record<SessionStatus, object>> = {
  PENDING: { ...base('PENDING'), attempts: none, expiresAt },
  IN_PROGRESS: { ...base('IN_PROGRESS'), attempts: { document: 1, selfie: 0 }, expiresAt },
  REVIEW: {
    ...base('REVIEW', ['face_mismatch']),
    optIn: true,
    document: photographed,
    scores: { ...scores, face: 0.71 },
  },
  VERIFIED: { ...base('VERIFIED'), kycReferenceId: 'KYC-2026-000123', optIn: true, document: proven, scores },
  DOCUMENT_REJECTED: { ...base('DOCUMENT_REJECTED', ['document_expired']), attempts: { document: 3, selfie: 0 } },
  DOCUMENT_MISMATCH: { ...base('DOCUMENT_MISMATCH', ['document_data_mismatch']), attempts: { document: 3, selfie: 0 } },
  SELFIE_FAILED: { ...base('SELFIE_FAILED', ['face_mismatch']), attempts: { document: 1, selfie: 3 } },
  KYC_FAILED: base('KYC_FAILED', ['kyc_rejected']),
  DECLINED: { ...base('DECLINED', ['consent_denied']), optIn: false },
  EXPIRED: { ...base('EXPIRED'), attempts: none },
  CANCELLED: { ...base('CANCELLED'), attempts: none },
};

export const resultExamples = Object.fromEntries(
  Object.entries(results).map(([status, value]) => [status, { value: value }]),
);
