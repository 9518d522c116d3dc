import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** An enterprise's server for callbacks. `behave` decides how it answers the n-th delivery of a message. */
export class Receiver {
  /**
   * For each `msg_id`, the webhook ids and bodies that were received, and how many of them were answered with success.
   */
  got = new Map();
  refused = 0;
  forged = 0;

  static async start(behave) {
    const receiver = new Receiver();
    receiver.server = createServer((request, response) => {
      response.on('error', () => undefined);
      text(request).then(
        (body) => receiver.#take(request, response, body, behave),
        () => undefined,
      );
    });
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get url() {
    return `http://127.0.0.1:${this.server.address().port}/answers`;
  }

  /** Number of messages that were answered with success. */
  get taken() {
    return [...this.got.values()].filter(({ answered }) => answered > 0).length;
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }

  #take({ headers }, response, body, behave) {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature = '' } = headers;
    const expected = createHmac('sha256', this.key).update(`${id}.${timestamp}.${body}`).digest('base64');
    if (!signature.split(' ').includes(`v1,${expected}`)) this.forged++;
    const { msg_id: messageId, status, action_response: answer } = JSON.parse(body);
    const known = this.got.get(messageId) ?? { ids: new Set(), bodies: new Set(), times: 0, answered: 0 };
    known.ids.add(id);
    known.bodies.add(body);
    known.times++;
    this.got.set(messageId, Object.assign(known, { status, answer }));
    const accept = () => {
      known.answered++;
      response.writeHead(204).end();
    };
    const refuse = () => {
      this.refused++;
      response.writeHead(500).end();
    };
    behave({ times: known.times, accept, refuse });
  }
}
