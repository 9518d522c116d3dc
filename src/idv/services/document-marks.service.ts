import { Injectable } from '@nestjs/common';
import { BlindIndex } from '../../shared/security/sealing/blind-index.js';
import type { DocumentData } from '../domain/document.js';
import type { Session } from '../entities/session.entity.js';
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

  /** Specimens are everybody's. */
  async isOfAnother(session: Session, document: DocumentData): Promise<boolean> {
    if (session.test) return false;
    return this.sessions.isOfAnother(session, this.index.candidates(textOf(document), PURPOSE));
  }
}

/** Without what separates groups of characters. */
const textOf = ({ type, country, number }: DocumentData): string =>
  JSON.stringify([type, country, number.toUpperCase().replace(/[^A-Z0-9]/g, '')]);
