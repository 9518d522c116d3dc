// A user's program in a terminal: signs in with the browser, and waits for questions. Node before 22 needs `ws`.
import { createServer } from 'node:http';
import { createClient } from '@countersign/client';
import { WebSocket } from 'ws';

/** `browse` shows an address to the user. `told` is called with each question, and with a function that answers it. */
export async function listen({ issuer, mobileUrl, clientId, browse, told, ports = {} }) {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const redirectUri = `http://127.0.0.1:${server.address().port}/callback`;
  const client = createClient({ issuer, mobileUrl, clientId, redirectUri, WebSocket, ...ports });

  const back = new Promise((resolve) => {
    server.on('request', ({ url }, answer) => {
      answer.end('Continue in the terminal.');
      if (url.startsWith('/callback?')) resolve(new URL(url, redirectUri).href);
    });
  });
  await browse(await client.beginSignIn());
  const { userId } = await client.finishSignIn(await back);
  server.close();

  const known = new Set();
  const look = async () => {
    const { items } = await client.notifications.list({ count: 0 });
    for (const item of items.filter(({ notification_uuid: id }) => !known.has(id))) {
      known.add(item.notification_uuid);
      told(item, (response) => client.notifications.answer(item, response));
    }
  };
  client.on('changed', () => void look().catch(({ userMessage }) => console.error(userMessage)));
  await client.connect();
  await look();
  return { userId, stop: () => client.disconnect() };
}
