import { Injectable } from '@nestjs/common';
import { type JsonObject, sealedColumn } from '../../shared/kernel/index.js';
import { Sealer } from '../../shared/security/index.js';
import type { Session } from './session.entity.js';

/**
 * The token and payload of a session. They are stored encrypted, because anyone who has the token can start the
 * session.
 */
export type SessionContent = { readonly token: string; readonly payload: JsonObject | null };

/**
 * Encrypts the token and payload of sessions. They are stored longer than the evidence, so they are not encrypted with
 * the key of the evidence.
 */
@Injectable()
export class SessionSecrets {
  constructor(private readonly sealer: Sealer) {}

  seal({ sessionId }: Pick<Session, 'sessionId'>, content: SessionContent): Buffer {
    return this.sealer.sealJson(content, contentContext(sessionId));
  }

  open({ sessionId, sealedContent }: Session): SessionContent {
    return this.sealer.openJson(sealedContent, contentContext(sessionId)) as SessionContent;
  }
}

const contentContext = sealedColumn('idv.session', 'sealed_content', 'session_id', (id) => `idv/session-content:${id}`);
