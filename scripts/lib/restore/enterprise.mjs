import { Caller } from '../crash/caller.mjs';

const SCOPES = ['users:write', 'users:read', 'idv:write', 'idv:read', 'notifications:write', 'notifications:read'];

/** An enterprise's server and its users' phones, as clients of a running service. */
export class Enterprise {
  static async of(folder, ports) {
    const enterprise = new Enterprise();
    enterprise.caller = await Caller.admit(folder, ports);
    return enterprise;
  }

  /** A client in test mode, in which verifications need no real document. */
  async testClient() {
    const given = { clientName: 'Restore', grantTypes: ['client_credentials'], scopes: SCOPES, test: true };
    const made = await this.demand('POST', '/v1/clients', given);
    return { id: made.clientId, secret: made.clientSecret };
  }

  ask(userId, msgId) {
    return this.demand('POST', '/v1/notifications', {
      ...{ user_id: userId, msg_id: msgId, expires_in: 3_600, ds_required: true },
      body: [{ lng: 'en', subject: 'Confirm your payment', message: `Do you pay ${msgId}?` }],
      actions: ['accept', 'reject'].map((action) => ({ label: action, action, authlevel: 0 })),
    });
  }

  /**
   * Answers a notification with the user's phone, which signs the answer. Returns the notification as the enterprise
   * reads it.
   */
  async answered(user, { notification_uuid: uuid, content_digest: digest }) {
    const signature = user.devices[0].statement(uuid, digest, 'accept');
    const { status, body } = await this.caller.call(this.caller.ports.MOBILE, '/mobile/v1/UpdateNotification', {
      headers: { authorization: `Bearer ${user.token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ notificationID: uuid, response: 'accept', signature }),
    });
    if (status !== 200) throw new Error(`The answer was answered ${status} ${body}`);
    return this.demand('GET', `/v1/notifications/${uuid}`);
  }

  async demand(method, path, sent, client = undefined) {
    const { status, body } = await this.send(method, path, sent, client);
    if (status >= 300) throw new Error(`${method} ${path} was answered ${status} ${body}`);
    return JSON.parse(body);
  }

  async send(method, path, sent, client = this.caller.administrator) {
    const isOwn = client === this.caller.administrator;
    const token = await this.caller.tokenOf(client, isOwn ? 'all' : SCOPES.join(' '));
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = sent && JSON.stringify(sent);
    return this.caller.call(this.caller.ports.MANAGEMENT, path, { method, headers, body });
  }

  async publishedKeys() {
    const path = '/.well-known/evidence-keys.json';
    return (await this.caller.call(this.caller.ports.AUTH, path, { method: 'GET', headers: {} })).body;
  }

  close() {
    this.caller.close();
  }
}
