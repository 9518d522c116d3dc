import { Injectable } from '@nestjs/common';
import type { DocumentData, DocumentType } from '@countersign/identity-engine';
import type { Tx } from '../../shared/persistence/index.js';
import { BlindIndex } from '../../shared/security/index.js';
import type { Session } from './session.entity.js';
import { SessionRepository } from './session.repository.js';

const PURPOSE = 'idv/document';

/** Finds a document again under another user of the enterprise, without storing its number. */
@Injectable()
export class DocumentMarks {
  constructor(
    private readonly index: BlindIndex,
    private readonly sessions: SessionRepository,
  ) {}

  markOf(document: DocumentData): string {
    return this.index.hash(textOf(document), PURPOSE);
  }

  /** Specimens may be used by everybody. */
  async isOfAnother(session: Session, document: DocumentData): Promise<boolean> {
    if (session.test) return false;
    const texts = [textOf(document), textOf(document, document.type)];
    const marks = texts.flatMap((text) => this.index.candidates(text, PURPOSE));
    return this.sessions.isOfAnother(session, marks);
  }

  /** For the transaction that verifies. If two users show one document at the same time, the later one is found. */
  async isOfAnotherByNow(tx: Tx, session: Session): Promise<boolean> {
    const { documentMark, test } = session;
    return !test && documentMark !== null && this.sessions.isOfAnotherByNow(tx, session, documentMark);
  }
}

/** Many cards do not say which kind of card they are. Their type is then what the user has chosen. */
const markedAs = (type: DocumentType): DocumentType => (type === 'residence_permit' ? 'identity_card' : type);

/** The text to hash, without separators between groups of characters. Earlier marks have the type as it was read. */
const textOf = ({ type, country, number }: DocumentData, as = markedAs(type)): string =>
  JSON.stringify([as, country, number.toUpperCase().replace(/[^A-Z0-9]/g, '')]);
