import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** WebSocket connection of one device: it reconnects with its cursor, and records what it receives. */
export class LiveSocket {
  /** For each notification, its latest status, and for each status the time when it was first received. */
  receivedStatuses = new Map();
  cursorResets = 0;
  reconnects = 0;
  /** Periods without a connection. */
  gaps = [];
  #closed = false;
  #cursor;
  #socket;

  constructor(user, portOf) {
    this.user = user;
    this.portOf = portOf;
  }

  async open() {
    await new Promise((resolve, reject) => this.#connect(resolve, reject));
  }

  wasOpen(from, until) {
    return this.gaps.every((gap) => gap.until < from || gap.from > until);
  }

  close() {
    this.#closed = true;
    this.#socket?.terminate();
  }

  #connect(ready, failed = () => undefined) {
    const socket = (this.#socket = new WebSocket(`ws://127.0.0.1:${this.portOf()}/mobile/v1/socket`));
    const given = { token: this.user.token(), ...(this.#cursor && { cursor: this.#cursor }) };
    socket.on('open', () => socket.send(JSON.stringify({ id: 'a', operation: 'Authenticate', arguments: given })));
    socket.on('message', (data) => this.#take(JSON.parse(data), socket, ready));
    socket.on('error', failed);
    socket.on('close', () => void this.#again(ready));
  }

  async #again(ready) {
    if (this.#closed) return;
    this.reconnects++;
    if (this.gaps.at(-1)?.until !== Infinity) this.gaps.push({ from: performance.now(), until: Infinity });
    await sleep(100 + 400 * Math.random());
    if (!this.#closed) this.#connect(ready);
  }

  #take({ event, response }, socket, ready) {
    const at = performance.now();
    if (event === 'onTokenExpiring') {
      socket.send(JSON.stringify({ id: 'b', operation: 'Authenticate', arguments: { token: this.user.token() } }));
    }
    const { cursor, changes = [], reset } = response?.ResponseData ?? {};
    if (cursor) this.#cursor = cursor;
    if (event === 'onAuthenticate') {
      if (this.gaps.at(-1)) this.gaps.at(-1).until = Math.min(this.gaps.at(-1).until, at);
      ready();
    }
    if (event !== 'onNotificationsChanged') return;
    if (reset) this.cursorResets++;
    for (const { notification_uuid: uuid, status } of changes) {
      const known = this.receivedStatuses.get(uuid) ?? {};
      this.receivedStatuses.set(uuid, { ...known, status, at: { ...known.at, [status]: known.at?.[status] ?? at } });
    }
  }
}
