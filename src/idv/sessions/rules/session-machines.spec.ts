import { sessionStatus } from './session-status.js';
import { sessionStep } from './session-step.js';

/** Every transition, repeated here by hand so that a change of the state machine fails the test. */
const STATUS = `
  [*] PENDING open
  PENDING IN_PROGRESS start
  PENDING CANCELLED cancel
  PENDING EXPIRED expire [timeIsUp]
  IN_PROGRESS VERIFIED verify [passedAndOptedIn]
  IN_PROGRESS REVIEW askForReview [passedAndOptedIn]
  IN_PROGRESS DOCUMENT_REJECTED rejectDocument [attemptsUsedUp]
  IN_PROGRESS DOCUMENT_MISMATCH refuseMismatch [attemptsUsedUp]
  IN_PROGRESS SELFIE_FAILED failSelfie [attemptsUsedUp]
  IN_PROGRESS KYC_FAILED failKyc
  IN_PROGRESS DECLINED decline
  IN_PROGRESS CANCELLED cancel
  IN_PROGRESS EXPIRED expire [timeIsUp]
  REVIEW VERIFIED approve
  REVIEW DOCUMENT_REJECTED rejectDocument
  REVIEW DOCUMENT_MISMATCH refuseMismatch
  REVIEW SELFIE_FAILED failSelfie
  REVIEW CANCELLED cancel`;

const STEP = `
  [*] welcome open
  welcome consent start
  consent document agree [onOwnPages]
  consent vendor agreeToVendor [byVendor]
  vendor optIn passVendor [withoutKyc]
  vendor kyc askKyc [withKyc]
  document front chooseDocument
  front document chooseAnother
  back document chooseAnother
  front back keepFront [hasBack]
  front confirm readDocument [allSidesTaken]
  back confirm readDocument [allSidesTaken]
  front front retakeDocument [attemptsLeft]
  back front retakeDocument [attemptsLeft]
  back back retakeBack [attemptsLeft]
  confirm front retakeDocument [attemptsLeft]
  confirm selfie confirmReading
  front chip offerChip [chipWanted]
  chip confirm readChip
  chip confirm skipChip [chipOptional]
  chip chip retryChip [attemptsLeft]
  chip front retakeDocument [attemptsLeft]
  selfie selfie retakeSelfie [attemptsLeft]
  selfie optIn passSelfie [withoutKyc]
  selfie kyc askKyc [withKyc]
  kyc optIn passKyc
  optIn done decideOptIn
  welcome done end
  consent done end
  vendor done end
  document done end
  front done end
  back done end
  confirm done end
  chip done end
  selfie done end
  kyc done end
  optIn done end`;

type Expanded = readonly (readonly [from: string | null, action: string, to: string, when?: string])[];

const written = (expanded: Expanded): string[] =>
  expanded.map(([from, action, to, when]) => `${from ?? '[*]'} ${to} ${action}${when ? ` [${when}]` : ''}`).sort();
const lines = (text: string): string[] => text.trim().split(/\s*\n\s*/).sort(); // oxfmt-ignore

describe('The table', () => {
  it.each<readonly [string, Expanded, string]>([
    ['session status', sessionStatus.expanded, STATUS],
    ['session step', sessionStep.expanded, STEP],
  ])('has exactly the arrows of the contract: %s', (_name, expanded, expected) => {
    expect(written(expanded)).toEqual(lines(expected));
  });

  it('has the final ones of the contract for the session status', () => {
    expect([...sessionStatus.finals].sort()).toEqual(
      'CANCELLED DECLINED DOCUMENT_MISMATCH DOCUMENT_REJECTED EXPIRED KYC_FAILED SELFIE_FAILED VERIFIED'.split(' '),
    );
  });

  it('has no way past a step', () => {
    const before = (step: string) => sessionStep.expanded.filter(([, , to]) => to === step).map(([from]) => from);
    expect(before('optIn').sort()).toEqual(['kyc', 'selfie', 'vendor']);
    expect(before('kyc').sort()).toEqual(['selfie', 'vendor']);
    expect(before('vendor')).toEqual(['consent']);
    expect(new Set(before('selfie'))).toEqual(new Set(['confirm', 'selfie']));
    expect(new Set(before('confirm'))).toEqual(new Set(['front', 'back', 'chip']));
    expect(before('chip').sort()).toEqual(['chip', 'front']);
  });
});
