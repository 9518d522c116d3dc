import { Injectable } from '@nestjs/common';
import { type JsonObject, sealedColumn } from '../../shared/kernel/index.js';
import { Sealer } from '../../shared/security/index.js';
import type { Session } from './session.entity.js';

/** Content that the database must not show: with the token anyone could start the session. */
export type SessionContent = { readonly token: string; readonly payload: JsonObject | null };

/** Seals the token and the payload of sessions. They outlive the session's evidence, so they have another key. */
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
