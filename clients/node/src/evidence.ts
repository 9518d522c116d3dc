// Evidence is verified by the service's own package, which is bundled into this one.
import { canonicalContent, checkEvidence, type Content, problemText } from '@countersign/evidence';
import { contentDigest as digestOf } from '@countersign/evidence/node';
import type { CreateNotification, Evidence } from './generated/api.js';

/** The content of verified evidence. Times are ISO 8601, UTC. */
export interface EvidenceFacts {
  /** The `action` that the user chose. */
  readonly response: string;
  readonly notificationUuid: string;
  readonly userId: string;
  readonly deviceId: string;
  /** When the device was registered. */
  readonly registeredAt: string;
  /** The time of the signature, by the clock of the device. */
  readonly signedAt: string;
  /** The time when the service received the answer, by its own clock. */
  readonly receivedAt: string;
  /** The id of the service's key that signed the receipt. */
  readonly keyId: string;
  /** The question: the texts for the user, and the answers that were offered. */
  readonly asked: readonly { readonly language: string; readonly subject: string; readonly message: string }[];
  readonly offered: readonly { readonly label: string; readonly action: string }[];
}

export interface EvidenceProblem {
  readonly code: string;
  /** The problem as a sentence for people, for example `receipt: its header is not that of a receipt`. */
  readonly text: string;
}

export type EvidenceReport =
  | { readonly valid: true; readonly facts: EvidenceFacts }
  | { readonly valid: false; readonly problems: readonly EvidenceProblem[] };

/**
 * Verifies evidence offline. Pass it as it came in an answer or a callback, or as text. `keys` is the content of
 * `{auth_url}/.well-known/evidence-keys.json`; old keys stay published there for ever.
 *
 * Pass a file as its unparsed text: text with a duplicate member name is refused, because readers may interpret it
 * differently, and `JSON.parse` would hide the duplicate.
 *
 * Also compare `facts` with what you asked: evidence of one notification proves nothing about another.
 */
export async function verifyEvidence(evidence: Evidence | string, keys: unknown): Promise<EvidenceReport> {
  const text = typeof evidence === 'string' ? evidence : JSON.stringify(evidence);
  const report = await checkEvidence(text, keys);
  if (report.valid) return report;
  return { valid: false, problems: report.problems.map((one) => ({ code: one.code, text: problemText(one) })) };
}

/** Untyped programs may pass `authlevel` as a string, which the service accepts too. */
const levelOf = (authlevel: number | string): number => Number(authlevel);

/**
 * The `content_digest` of your question. It must equal the one in the answer to `create`. It cannot be computed for a
 * question that is created from a template.
 */
export function contentDigest({ actions, body }: Pick<CreateNotification, 'actions' | 'body'>): string {
  if (!body) throw new TypeError('The texts of a template are known to the service only.');
  const asked = actions.map(({ label, action, authlevel }) => ({ label, action, authlevel: levelOf(authlevel) }));
  return digestOf(canonicalContent({ actions: asked, body } as Content));
}
