import { createHash } from 'node:crypto';

const PAGES = '/IdvWebServer';

/** A user's browser, without a screen, on the pages of identity verification, with the action of each step. */
export class Visit {
  #cookies = new Map();

  /** After a restart of the program, `caller` can be replaced: the cookies of this object continue the session. */
  constructor(caller, picture) {
    this.caller = caller;
    this.picture = picture;
  }

  /** The current step and status of the session, from the endpoint that the page polls. */
  async step() {
    const answer = await this.#call('GET', `${PAGES}/session/state?version=none`, { accept: 'application/json' });
    if (answer.status !== 200) throw new Error(`The session is not there: ${answer.status} ${answer.body}`);
    const { step, status } = JSON.parse(answer.body);
    const page = await this.#call('GET', `${PAGES}/session`, {});
    if (page.status !== 200 || !SHOWN[step]?.test(page.body)) throw new Error(`The page of ${step} is not shown`);
    this.csrf = /name="csrf"\s+value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    return { step, status };
  }

  async start(token) {
    const welcome = await this.#call('GET', `${PAGES}/idvRegistration.htm?token=${token}`, {});
    this.csrf = /name="csrf"\s+value="([^"]+)"/.exec(welcome.body)?.[1] ?? '';
    return this.#form('start', { token });
  }

  /**
   * Performs the user's action at a step. The request may break off when the process is killed; the current step then
   * shows whether the action was done.
   */
  async act(step) {
    switch (step) {
      case 'consent':
        return this.#form('session/consent', { agreed: 'yes' });
      case 'document':
        return this.#form('session/document', { type: 'identity_card', country: 'UTO' });
      case 'front':
      case 'back':
        return this.#picture(`pictures/${step}`);
      case 'confirm':
        return this.#form('session/confirmation', { answer: 'confirm' });
      case 'selfie':
        return this.#selfie();
      case 'optIn':
        return this.#form('session/opt-in', { agreed: 'yes' });
      default:
        return undefined; // no action of the user: the step waits for the KYC endpoint or the vendor
    }
  }

  async #selfie() {
    const begun = await this.#script('challenges', '', 'application/x-www-form-urlencoded');
    const { nonce } = JSON.parse(begun.body);
    let link = nonce;
    const place = () => ({ 'challenge-nonce': nonce, 'challenge-link': link });
    for (const number of [0, 1]) {
      await this.#picture(`frames/${number}`, place());
      link = createHash('sha256').update(link).update(this.picture).digest('base64url');
    }
    return this.#script('selfie', '', 'application/x-www-form-urlencoded', place());
  }

  #picture = (path, more) => this.#script(path, this.picture, 'image/jpeg', more);

  #form(path, fields) {
    const body = new URLSearchParams({ csrf: this.csrf, ...fields }).toString();
    return this.#call('POST', `${PAGES}/${path}`, { 'content-type': 'application/x-www-form-urlencoded' }, body);
  }

  #script(path, body, type, more = {}) {
    const headers = { accept: 'application/json', 'content-type': type, 'form-token': this.csrf, ...more };
    return this.#call('POST', `${PAGES}/session/${path}`, headers, body);
  }

  async #call(method, path, headers, body) {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const all = { accept: 'text/html', cookie, 'sec-fetch-site': 'same-origin', ...length, ...headers };
    const answer = await this.caller.call(this.caller.ports.IDV, path, { method, headers: all, body });
    for (const set of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set);
      this.#cookies.set(name, value);
    }
    return answer;
  }
}

/** A pattern that the page of each step must contain. */
const SHOWN = {
  consent: /action="[^"]*\/consent"/,
  document: /action="[^"]*\/document"/,
  front: /\/pictures\/front"/,
  back: /\/pictures\/back"/,
  confirm: /action="[^"]*\/confirmation"/,
  selfie: /data-capture="selfie"/,
  kyc: /data-version=/,
  vendor: /data-version=/,
  optIn: /action="[^"]*\/opt-in"/,
  done: /href="https:\/\/portal\.example\/back"/,
};
