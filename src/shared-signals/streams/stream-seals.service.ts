import { Injectable } from '@nestjs/common';
import { Sealer } from '../../shared/security/index.js';
import type { SignalStream } from './signal-stream.entity.js';
import { PUSH, type SealedStream, streamContext, type StreamDelivery } from './signal-stream.js';

/** Encrypts the URL and the owner of a stream together. */
@Injectable()
export class StreamSeals {
  constructor(private readonly sealer: Sealer) {}

  seal(stream: SignalStream, { method, url, authorization }: StreamDelivery): void {
    const { enterpriseId, test, clientId, streamId } = stream;
    const sealed: SealedStream = { method, url, authorization, enterpriseId, test, clientId };
    stream.sealedDelivery = this.sealer.sealJson({ ...sealed }, streamContext(streamId));
    stream.isPushed = method === PUSH;
  }

  /** Decrypts the delivery settings of a stream. Throws if someone has altered the stream in the database. */
  open({ streamId, sealedDelivery, enterpriseId, test, clientId }: SignalStream): StreamDelivery {
    const sealed = this.sealer.openJson(sealedDelivery, streamContext(streamId)) as unknown as SealedStream;
    const isOwn = sealed.enterpriseId === enterpriseId && sealed.test === test && sealed.clientId === clientId;
    if (!isOwn) throw new Error(`The stream ${streamId} was given another owner in the database`);
    return sealed;
  }
}
