import type { FieldName, FieldsSeen } from '../viz/printed-fields.js';
import { countOf } from './document-decision.js';
import type { DocumentEvidence, ZoneEvidence } from './document-evidence.js';

const isUnread = ({ outcome }: ZoneEvidence): boolean => outcome === 'unsure' || outcome === 'not_found';

/**
 * Whether an earlier picture of the page could help. It cannot if a printed field contradicts the machine readable
 * zone.
 */
export function lacksSomething({ zone, printed = {}, licence, numbered }: DocumentEvidence): boolean {
  if (licence || numbered) return false;
  return isUnread(zone) || (zone.outcome === 'accepted' && countOf(printed, 'other') === 0);
}

/**
 * The last picture's evidence, completed with what only the previous one shows. Undefined if the pictures may show two
 * documents.
 */
export function joined(last: DocumentEvidence, before: DocumentEvidence): DocumentEvidence | undefined {
  if (!lacksSomething(last) || before.licence || before.numbered || !areOfOneDocument(last, before)) return undefined;
  const { printed = {} } = last;
  const isBornAsBefore = printed.birthDate !== 'same' && before.printed?.birthDate === 'same';
  const zone = isUnread(last.zone) || (isBornAsBefore && !isUnread(before.zone)) ? before.zone : last.zone;
  return { ...last, zone, printed: completed(printed, before.printed ?? {}) };
}

/**
 * Replaces the unreadable back of a card with an earlier picture of the back. `withBackBefore` is the evidence of the
 * current front and the earlier back: the front must show the number and birth date of that back. Undefined if the
 * current back could be read.
 */
export function joinedCard(last: DocumentEvidence, withBackBefore: DocumentEvidence): DocumentEvidence | undefined {
  if (!isUnread(last.zone) || last.licence || last.numbered) return undefined;
  const { zone, licence, printed } = withBackBefore;
  const isRead = zone.outcome === 'accepted' || licence !== undefined;
  return isRead && printed?.number === 'same' && printed.birthDate === 'same' ? withBackBefore : undefined;
}

/**
 * Completes the front of a card with an earlier picture of the front. `withFrontBefore` is the evidence of the earlier
 * front and the current back. The earlier front must show the number and birth date of the zone, and the current front
 * at least one of them.
 */
export function joinedFronts(last: DocumentEvidence, withFrontBefore: DocumentEvidence): DocumentEvidence | undefined {
  if (!lacksSomething(last) || isUnread(last.zone)) return undefined;
  const [now, before] = [last.printed, withFrontBefore.printed];
  if (before?.number !== 'same' || before.birthDate !== 'same') return undefined;
  if (!now || (now.number !== 'same' && now.birthDate !== 'same')) return undefined;
  return { ...last, zone: withFrontBefore.zone, printed: completed(now, before) };
}

/**
 * Whether two pictures show the same document: their machine readable zones are equal, or the one without a readable
 * zone shows the number and birth date of the other's zone.
 */
function areOfOneDocument(last: DocumentEvidence, before: DocumentEvidence): boolean {
  if (last.zone.lines && before.zone.lines) return last.zone.lines.join() === before.zone.lines.join();
  const unread = [last, before].filter(({ zone }) => isUnread(zone));
  const [{ printed } = {}] = unread;
  return unread.length === 1 && printed?.number === 'same' && printed.birthDate === 'same';
}

function completed(last: FieldsSeen, before: FieldsSeen): FieldsSeen {
  const fields = Object.entries(last).map(([field, seen]) => {
    const isOnlyBefore = seen === 'unseen' && before[field as FieldName] === 'same';
    return [field, isOnlyBefore ? 'same' : seen];
  });
  return Object.fromEntries(fields) as FieldsSeen;
}
