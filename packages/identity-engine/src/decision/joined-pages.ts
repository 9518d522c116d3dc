import type { FieldName, FieldsSeen } from '../viz/printed-fields.js';
import { countOf } from './document-decision.js';
import type { DocumentEvidence, ZoneEvidence } from './document-evidence.js';

const isUnread = ({ outcome }: ZoneEvidence): boolean => outcome === 'unsure' || outcome === 'not_found';

/** Whether an earlier picture of the page could help. What is printed otherwise stays so, whatever another picture says. */
export function lacksSomething({ zone, printed = {}, licence, numbered }: DocumentEvidence): boolean {
  if (licence || numbered) return false;
  return isUnread(zone) || (zone.outcome === 'accepted' && countOf(printed, 'other') === 0);
}

/** The last picture of a page, with what only the one before shows. Undefined where they may be of two documents. */
export function joined(last: DocumentEvidence, before: DocumentEvidence): DocumentEvidence | undefined {
  if (!lacksSomething(last) || before.licence || before.numbered || !areOfOneDocument(last, before)) return undefined;
  const { printed = {} } = last;
  const isBornAsBefore = printed.birthDate !== 'same' && before.printed?.birthDate === 'same';
  const zone = isUnread(last.zone) || (isBornAsBefore && !isUnread(before.zone)) ? before.zone : last.zone;
  return { ...last, zone, printed: completed(printed, before.printed ?? {}) };
}

/**
 * A card whose back cannot be read now, by its back before: `withBackBefore` is what both sides say then. The front of now has
 * to have the number and the birth date of that back printed for people. A back that says something else stays so.
 */
export function joinedCard(last: DocumentEvidence, withBackBefore: DocumentEvidence): DocumentEvidence | undefined {
  if (!isUnread(last.zone) || last.licence || last.numbered) return undefined;
  const { zone, licence, printed } = withBackBefore;
  const isRead = zone.outcome === 'accepted' || licence !== undefined;
  return isRead && printed?.number === 'same' && printed.birthDate === 'same' ? withBackBefore : undefined;
}

/**
 * A card whose front does not show everything, by its front before: `withFrontBefore` is what that front and the back of now
 * say. It has the number and the birth date of the zone printed for people, and the front of now has one of them.
 */
export function joinedFronts(last: DocumentEvidence, withFrontBefore: DocumentEvidence): DocumentEvidence | undefined {
  if (!lacksSomething(last) || isUnread(last.zone)) return undefined;
  const [now, before] = [last.printed, withFrontBefore.printed];
  if (before?.number !== 'same' || before.birthDate !== 'same') return undefined;
  if (!now || (now.number !== 'same' && now.birthDate !== 'same')) return undefined;
  return { ...last, zone: withFrontBefore.zone, printed: completed(now, before) };
}

/** Both zones have the same characters. A page whose zone was not read has the number and the birth date of the other zone. */
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
