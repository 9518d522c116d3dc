// The rules of evidence are those of the service itself, built into this package.
import { canonicalContent, checkEvidence, type Content, problemText } from '@countersign/evidence';
import { contentDigest as digestOf } from '@countersign/evidence/node';
import type { CreateNotification, Evidence } from './generated/api.js';

/** What evidence says, once it is known to be true. Times are ISO 8601, UTC. */
export interface EvidenceFacts {
  /** The `action` that the user chose. */
  readonly response: string;
  readonly notificationUuid: string;
  readonly userId: string;
  readonly deviceId: string;
  /** When the device was registered. */
  readonly registeredAt: string;
  /** By the clock of the device. */
  readonly signedAt: string;
  /** By the clock of the service. */
  readonly receivedAt: string;
  /** Of the service's key. */
  readonly keyId: string;
  /** What was asked: the words for the user, and the answers that were offered. */
  readonly asked: readonly { readonly language: string; readonly subject: string; readonly message: string }[];
  readonly offered: readonly { readonly label: string; readonly action: string }[];
}

export interface EvidenceProblem {
  readonly code: string;
  /** For people. Begins with what it is about. */
  readonly text: string;
}

export type EvidenceReport =
  | { readonly valid: true; readonly facts: EvidenceFacts }
  | { readonly valid: false; readonly problems: readonly EvidenceProblem[] };

/**
 * Verifies evidence offline, as it came in an answer or a callback, or as text. `keys` is the content of
 * `{auth_url}/.well-known/evidence-keys.json`; the keys in it stay published for ever.
 *
 * Give a file as its text, unparsed: one in which a name comes twice is refused, since readers may take it for different
 * things, and after `JSON.parse` nobody sees it.
 *
 * Compare `facts` with what you asked, too: evidence of one notification proves nothing about another.
 */
export async function verifyEvidence(evidence: Evidence | string, keys: unknown): Promise<EvidenceReport> {
  const text = typeof evidence === 'string' ? evidence : JSON.stringify(evidence);
  const report = await checkEvidence(text, keys);
  if (report.valid) return report;
  return { valid: false, problems: report.problems.map((one) => ({ code: one.code, text: problemText(one) })) };
}

/** Programs without types may give it in digits, which the service takes as well. */
const levelOf = (authlevel: number | string): number => Number(authlevel);

/** The `content_digest` of what you ask: that of the answer to `create` must be the same. Not for templates. */
export function contentDigest({ actions, body }: Pick<CreateNotification, 'actions' | 'body'>): string {
  if (!body) throw new TypeError('The texts of a template are known to the service only.');
  const asked = actions.map(({ label, action, authlevel }) => ({ label, action, authlevel: levelOf(authlevel) }));
  return digestOf(canonicalContent({ actions: asked, body } as Content));
}
