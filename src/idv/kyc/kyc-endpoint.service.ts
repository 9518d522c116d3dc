import { Injectable } from '@nestjs/common';
import { ClientSettings, RequestSignatures, type KycSettings } from '../../auth/contract/index.js';
import { Outbound } from '../../shared/outbound/index.js';
import { kycAnswerIn, kycRequest, type KycAnswer, type KycSubject } from './kyc.js';

/** Calls the KYC endpoint that an enterprise has configured for a client. */
@Injectable()
export class KycEndpoint {
  constructor(
    private readonly clients: ClientSettings,
    private readonly signatures: RequestSignatures,
    private readonly outbound: Outbound,
  ) {}

  /**
   * Asks the enterprise's endpoint about a person. Fails if there is no valid response. If the client has removed its
   * endpoint in the meantime, every person is accepted.
   */
  async ask(clientId: string, subject: KycSubject, signal: AbortSignal): Promise<KycAnswer> {
    const settings = await this.clients.verification(clientId);
    if (!settings) throw new Error('The client that opened the session is gone');
    if (!settings.kyc) return { accepted: true, referenceId: null };
    return this.#send(settings.kyc, subject, signal);
  }

  async #send(settings: KycSettings, subject: KycSubject, signal: AbortSignal): Promise<KycAnswer> {
    const { url, timeoutMs } = settings;
    const body = JSON.stringify(kycRequest(subject));
    const headers = { ...headersOf(settings, subject), 'X-JWS-Signature': await this.signatures.sign(body, url) };
    const request = { purpose: 'kyc', owner: subject.enterpriseId, url, method: 'POST', headers, body } as const;
    const sent = await this.outbound.send({ ...request, timeoutMs, signal });
    if (sent.status < 200 || sent.status > 299) throw new Error(`The KYC endpoint answered ${sent.status}`);
    const answer = kycAnswerIn(sent.body, subject);
    if (!answer) throw new Error('The KYC endpoint answered something else than a result for this user');
    return answer;
  }
}

/** Combines the HTTP headers that the enterprise has configured with our own. */
function headersOf({ headers, auth }: KycSettings, { sessionId }: KycSubject): Record<string, string> {
  const credentials =
    auth.type === 'basic'
      ? `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`
      : auth.type === 'bearer'
        ? `Bearer ${auth.token}`
        : undefined;
  return {
    ...headers,
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'Idempotency-Key': sessionId,
    ...(credentials !== undefined && { Authorization: credentials }),
  };
}
