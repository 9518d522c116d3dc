import webPush from 'web-push';
import type { Clock } from '../../../shared/kernel/index.js';
import type { Outbound } from '../../../shared/outbound/index.js';
import { type PushHint, type PushReceipt, PushRefused, PushService, secondsToKeep } from './push-service.port.js';

export interface VapidKeys {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Sends pushes to browsers (RFC 8030, 8291 and 8292). The push token of a browser is its subscription as JSON. */
export class WebPushService extends PushService {
  readonly platform = 'web';

  constructor(
    private readonly outbound: Outbound,
    private readonly vapidDetails: VapidKeys,
    private readonly clock: Clock,
  ) {
    super();
  }

  async send(hint: PushHint, signal: AbortSignal): Promise<PushReceipt> {
    const subscription = subscriptionOf(hint.pushToken);
    if (!subscription) return 'gone';
    const { endpoint: url, headers, body } = this.#request(hint, subscription);
    const request = { purpose: 'web-push', owner: hint.enterpriseId, url, method: 'POST', headers, body } as const;
    const answer = await this.outbound.send({ ...request, signal });
    return receiptFor(answer.status);
  }

  #request(hint: PushHint, subscription: webPush.PushSubscription) {
    const { notificationUuid, subject, message } = hint;
    const payload = JSON.stringify({ title: subject, body: message, notification_uuid: notificationUuid });
    const TTL = secondsToKeep(hint, this.clock.now());
    const options = { vapidDetails: this.vapidDetails, TTL, urgency: 'high' as const };
    try {
      return webPush.generateRequestDetails(subscription, payload, options);
    } catch (error) {
      throw new PushRefused('The subscription cannot be encrypted for', { cause: error });
    }
  }
}

function receiptFor(status: number): PushReceipt {
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'gone';
  if (status === 429 || status >= 500) throw new Error(`The push service answered ${status}`);
  throw new PushRefused(`The push service answered ${status}`);
}

function subscriptionOf(token: string): webPush.PushSubscription | undefined {
  try {
    const { endpoint, keys } = JSON.parse(token) as Partial<webPush.PushSubscription>;
    const isWhole = typeof endpoint === 'string' && URL.canParse(endpoint);
    if (!isWhole || typeof keys?.p256dh !== 'string' || typeof keys.auth !== 'string') return undefined;
    return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
  } catch {
    return undefined;
  }
}
