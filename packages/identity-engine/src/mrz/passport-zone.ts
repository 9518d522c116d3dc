import { documentOf } from '../decision/document-decision.js';
import type { DocumentData } from '../documents/document.js';
import { TD3 } from './layouts.js';
import { fieldsOf } from './zone-fields.js';

const COLUMNS = 44;

/** The data in the machine readable zone of a passport, both lines one after the other. The caller has checked its digits. */
export function passportIn(zone: string, today: Date): DocumentData {
  return documentOf(fieldsOf([zone.slice(0, COLUMNS), zone.slice(COLUMNS)], TD3, today), 'passport');
}
