import { currentTime } from '../../../shared/kernel/index.js';
import type { SecurityProfile } from '../../client/security-profile.js';

/** The algorithms with which a client may sign its authentication assertion (RFC 7523). */
export const assertionAlgorithms = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'] as const;
/** The assertion algorithms that the FAPI 2.0 Security Profile, 5.4.1, allows. */
const fapiAlgorithms: readonly unknown[] = assertionAlgorithms.filter((algorithm) => algorithm !== 'RS256');

type Members = Readonly<Record<string, unknown>>;

/**
 * Maximum accepted difference between the clocks of a client and of the service. It applies to the times in JWTs that
 * the client has signed.
 */
export const CLOCK_TOLERANCE_SECONDS = 15;
/**
 * How far in the future an assertion may expire. The service stores the id of each used assertion until then, so that
 * the assertion is not accepted twice.
 */
const LONGEST_SECONDS = 3_600;

/**
 * Checks a client's authentication assertion where RFC 7523, 3, leaves the rules to the server. Returns a description
 * of the fault, if there is one. Several audiences are refused, because each of them could replay the assertion here.
 * FAPI 2.0, 5.3.2.1, accepts only the issuer as the audience, as a string.
 */
export function assertionFault(
  { exp, iat, aud }: Members,
  { alg }: Members,
  profile: SecurityProfile | null,
  issuer: string,
): string | undefined {
  const now = currentTime() / 1000;
  if (Number(exp) > now + LONGEST_SECONDS) return 'exp is more than an hour away';
  if (Number(iat) > now + CLOCK_TOLERANCE_SECONDS) return 'iat is in the future';
  if (Array.isArray(aud) && aud.length > 1) return 'there is more than one audience';
  if (profile === null) return undefined;
  if (aud !== issuer) return 'the profile of the client takes the issuer alone as aud';
  return fapiAlgorithms.includes(alg) ? undefined : 'the profile of the client takes no such alg';
}
