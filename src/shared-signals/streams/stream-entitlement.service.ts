import { Injectable } from '@nestjs/common';
import { ClientSettings } from '../../auth/contract/index.js';
import type { SignalStream } from './signal-stream.entity.js';
import { SignalStreams } from './signal-streams.service.js';

/** The scopes with which a client may receive events. */
const SCOPES = ['ssf.read', 'ssf.manage'];
const REASON = 'The client may not receive events: it has no scope for them, or was deleted.';

/** Disables the streams of clients that may not receive events. Nothing more is stored for them or sent to them. */
@Injectable()
export class StreamEntitlement {
  constructor(
    private readonly clients: ClientSettings,
    private readonly streams: SignalStreams,
  ) {}

  /** Returns whether the client of a stream may receive events. If not, disables the stream. */
  async check(stream: SignalStream): Promise<boolean> {
    const scopes = await this.clients.scopes(stream.clientId);
    if (SCOPES.some((scope) => scopes.includes(scope))) return true;
    await this.streams.setStatus(stream, stream.streamId, 'disabled', REASON);
    return false;
  }
}
