import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a loop of calls pauses after a refused call, and after an acknowledged one. */
const [PAUSE_AFTER_REFUSAL_MS, PAUSE_MS] = [100, 10];
const RENEW_TOKEN_MS = 500;

/**
 * Enrols users, opens verifications, answers notifications and renews tokens until it is ended, and records what was
 * acknowledged. Calls rotate among the processes that are currently running.
 */
export class ServiceLoad {
  /** For each kind of work, the acknowledgements with their times, and the number of refusals. */
  work = Object.fromEntries(['enrolment', 'verification', 'answer', 'token'].map((kind) => [kind, newTally()]));
  #running = true;
  #next = 0;
  #token;
  #lanes = [];

  /** `served` has the ports of each process by API (such as `mobile`), `clientFile` the administrator's credentials. */
  constructor({ served, clientFile, receiver, people }) {
    Object.assign(this, { served, clientFile, receiver, people });
  }

  /** Registers a webhook endpoint; its secret lets the receiver check signatures. */
  async prepare() {
    await this.#renewToken();
    const endpoint = await this.#call('/v1/webhookEndpoints', { url: this.receiver.url, eventTypes: [] });
    this.receiver.key = Buffer.from((await endpoint.json()).secret.replace('whsec_', ''), 'base64');
  }

  begin() {
    this.#lanes = [
      ...[1, 2].map((lane) => this.#repeat('enrolment', () => this.#enrol(lane))),
      this.#repeat('verification', (number) => this.#openVerification(number)),
      ...this.people.slice(0, 4).map((user) => this.#repeat('answer', () => this.#askAndAnswer(user))),
      this.#repeat('token', () => this.#renewToken()),
    ];
  }

  async end() {
    this.#running = false;
    await Promise.all(this.#lanes);
  }

  /** Number of acknowledged answers without a callback. */
  get missingCallbacks() {
    return this.work.answer.acknowledged.filter(({ msgId }) => this.receiver.got.get(msgId)?.status !== 'UPDATED')
      .length;
  }

  /** Acknowledged work that is missing in the database, by kind. */
  async lost(query) {
    const { enrolment, verification, answer } = this.work;
    const users = await query('SELECT user_id AS id FROM users."user"');
    const answers = await query(
      `SELECT notification_uuid AS id FROM notifications.notification WHERE status = 'UPDATED' AND evidence IS NOT NULL`,
    );
    return {
      enrolment: missing(enrolment, users),
      verification: await this.#missingSessions(verification),
      answer: missing(answer, answers),
    };
  }

  tell() {
    for (const [kind, { acknowledged, refused, broken }] of Object.entries(this.work)) {
      const others = broken.length > 0 ? `, ${broken.length} otherwise (${[...new Set(broken)].join(', ')})` : '';
      console.log(`  ${kind}: ${acknowledged.length} acknowledged, ${refused} refused by 503${others}`);
    }
  }

  /** Repeats one kind of work until the end. Responses with 503 count as refusals. */
  async #repeat(kind, make) {
    const tally = this.work[kind];
    for (let number = 0; this.#running; number++) {
      const made = await make(number).catch((error) => ({ error }));
      if (made?.acknowledged !== undefined) tally.acknowledged.push({ ...made, at: performance.now() });
      else if (!this.#running) return;
      else if (made?.status === 503) tally.refused++;
      else tally.broken.push(made?.status ?? String(made?.error?.cause?.code ?? made?.error));
      await sleep(made?.acknowledged === undefined ? PAUSE_AFTER_REFUSAL_MS : PAUSE_MS);
    }
  }

  #at(surface) {
    const ports = this.served[this.#next++ % this.served.length];
    return `http://127.0.0.1:${ports[surface]}`;
  }

  async #renewToken() {
    const kept = JSON.parse(readFileSync(this.clientFile, 'utf8'));
    const authorization = `Basic ${Buffer.from(`${kept.client_id}:${kept.client_secret}`).toString('base64')}`;
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'all' });
    const answer = await fetch(`${this.#at('AUTH')}/service/authserver/oauth/token`, {
      ...{ method: 'POST', headers: { authorization }, body },
    });
    if (answer.status !== 200) return answer;
    this.#token = (await answer.json()).access_token;
    await sleep(RENEW_TOKEN_MS);
    return { acknowledged: true };
  }

  #call(path, body) {
    return fetch(this.#at('MANAGEMENT') + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async #enrol(lane) {
    const userId = `lane-${lane}-${this.work.enrolment.tried++}`;
    const answer = await this.#call('/v1/users', {
      ...{ userId, primaryGroup: 'proof', preferredStatus: 'ONBOARDING' },
    });
    return answer.status === 201 ? { acknowledged: userId } : answer;
  }

  async #openVerification(number) {
    const { userId } = this.people[number % this.people.length];
    const answer = await this.#call('/v1/idvWebTokens', { userId, redirectUrl: 'https://portal.example/back' });
    return answer.ok ? { acknowledged: (await answer.json()).web_session_id } : answer;
  }

  /** Sends a signed answer, and repeats it until it is acknowledged. */
  async #askAndAnswer(user) {
    const msgId = `load-${this.work.answer.tried++}`;
    const asked = await this.#call('/v1/notifications', {
      ...{ user_id: user.userId, msg_id: msgId, expires_in: 3_600, callback_url: this.receiver.url },
      body: [{ lng: 'en', subject: 'Confirm your payment', message: 'Do you pay 4,250.00 EUR?' }],
      actions: ['accept', 'reject'].map((action) => ({ label: action, action, authlevel: 0 })),
    });
    if (!asked.ok) return asked;
    const { notification_uuid: uuid, content_digest: digest } = await asked.json();
    while (this.#running) {
      const answer = await fetch(`${this.#at('MOBILE')}/mobile/v1/UpdateNotification`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token()}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ notificationID: uuid, response: 'accept' },
          signature: user.devices[0].statement(uuid, digest, 'accept'),
        }),
      }).catch(() => undefined);
      if (answer?.status === 200) {
        const { ResponseData: data } = (await answer.json()).response;
        // `finished` also counts: an earlier try has stored the answer, but its acknowledgement was lost.
        if (data.status_code === 100 || data.reason === 'finished') return { acknowledged: uuid, msgId };
      }
      if (answer?.status === 503) this.work.answer.refused++;
      else this.work.answer.broken.push(answer?.status ?? 'no answer');
      await sleep(PAUSE_AFTER_REFUSAL_MS);
    }
    return undefined;
  }

  async #missingSessions({ acknowledged }) {
    let lost = 0;
    for (const { acknowledged: id } of acknowledged) {
      const headers = { authorization: `Bearer ${this.#token}` };
      const answer = await fetch(`${this.#at('MANAGEMENT')}/v1/idvWebTokens/${id}`, { headers });
      if (answer.status !== 200) lost++;
    }
    return lost;
  }
}

const missing = ({ acknowledged }, rows) => {
  const ids = new Set(rows.map(({ id }) => id));
  return acknowledged.filter(({ acknowledged: id }) => !ids.has(id)).length;
};

function newTally() {
  return { tried: 0, acknowledged: [], refused: 0, broken: [] };
}
