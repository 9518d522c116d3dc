import WebSocket from 'ws';

/** Client of V8's inspector protocol, for a process started with `--inspect=127.0.0.1:PORT`. */
export class Inspector {
  #id = 0;
  #waiting = new Map();

  static async at(port) {
    const [{ webSocketDebuggerUrl }] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
    const inspector = new Inspector();
    inspector.socket = new WebSocket(webSocketDebuggerUrl, { maxPayload: 1 << 30 });
    await new Promise((resolve, reject) => inspector.socket.once('open', resolve).once('error', reject));
    inspector.socket.on('message', (text) => {
      const { id, result } = JSON.parse(String(text));
      inspector.#waiting.get(id)?.(result);
      inspector.#waiting.delete(id);
    });
    return inspector;
  }

  ask(method, params = {}) {
    return new Promise((resolve) => {
      this.#waiting.set(++this.#id, resolve);
      this.socket.send(JSON.stringify({ id: this.#id, method, params }));
    });
  }

  close() {
    this.socket.close();
  }
}
