import { documentOf } from '../decision/document-decision.js';
import type { DocumentData } from '../documents/document.js';
import { TD3 } from './layouts.js';
import { fieldsOf } from './zone-fields.js';

const COLUMNS = 44;

/**
 * The data in a passport's machine readable zone, given as both lines joined. The caller must have verified the check
 * digits.
 */
export function passportIn(zone: string, today: Date): DocumentData {
  return documentOf(fieldsOf([zone.slice(0, COLUMNS), zone.slice(COLUMNS)], TD3, today), 'passport');
}
