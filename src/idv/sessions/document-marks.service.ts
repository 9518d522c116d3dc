import { Injectable } from '@nestjs/common';
import type { DocumentData, DocumentType } from '@countersign/identity-engine';
import type { Tx } from '../../shared/persistence/index.js';
import { BlindIndex } from '../../shared/security/index.js';
import type { Session } from './session.entity.js';
import { SessionRepository } from './session.repository.js';

const PURPOSE = 'idv/document';

/**
 * Detects documents that another user of the enterprise has already used. It stores a keyed hash, not the document
 * number.
 */
@Injectable()
export class DocumentMarks {
  constructor(
    private readonly index: BlindIndex,
    private readonly sessions: SessionRepository,
  ) {}

  markOf(document: DocumentData): string {
    return this.index.hash(textOf(document), PURPOSE);
  }

  /**
   * Whether another user has used the document. Always false in test mode, where several users may show the same
   * specimen.
   */
  async isOfAnother(session: Session, document: DocumentData): Promise<boolean> {
    if (session.test) return false;
    const texts = [textOf(document), textOf(document, document.type)];
    const marks = texts.flatMap((text) => this.index.candidates(text, PURPOSE));
    return this.sessions.isOfAnother(session, marks);
  }

  /**
   * Checks again, in the transaction that verifies the session, whether another user has used the document. If two
   * users show the same document at the same time, the second one is detected.
   */
  async isOfAnotherByNow(tx: Tx, session: Session): Promise<boolean> {
    const { documentMark, test } = session;
    return !test && documentMark !== null && this.sessions.isOfAnotherByNow(tx, session, documentMark);
  }
}

/**
 * Treats residence permits as identity cards in the hash of a document. Many cards do not say which of the two they
 * are, so the user chooses a type, and the hash must not depend on this choice.
 */
const markedAs = (type: DocumentType): DocumentType => (type === 'residence_permit' ? 'identity_card' : type);

/**
 * Returns the text that is hashed. Separators in the document number are removed. Earlier versions hashed the document
 * type as it is, even for residence permits.
 */
const textOf = ({ type, country, number }: DocumentData, as = markedAs(type)): string =>
  JSON.stringify([as, country, number.toUpperCase().replace(/[^A-Z0-9]/g, '')]);
