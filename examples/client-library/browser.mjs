// A page that shows its user what they are asked. Tokens and the key of the device are in IndexedDB; the key cannot be read.
import { createClient } from '@countersign/client';
import { de } from '@countersign/client/languages/de';

/** `show` draws the list and `tell` says a sentence to the user; `askPassword` resolves with null when they give up. */
export async function openInbox({ settings, page, show, tell, askPassword }) {
  const client = createClient({
    ...settings, // issuer, mobileUrl, clientId, redirectUri
    language: page.language,
    texts: [de],
    log: ({ level, message, response }) => console.debug(level, message, response),
    onStepUp: async ({ methods }) => {
      if (!methods.some(({ type }) => type === 'password')) return null;
      const password = await askPassword();
      return password === null ? null : { type: 'password', password };
    },
  });

  /** Says why something did not work, in the language of the user. */
  const trying = (work) => work.catch((error) => tell(error.userMessage));
  const refresh = () => trying(client.notifications.list().then(({ items }) => show(items)));

  client.on('changed', refresh); // on this device or on another
  client.on('connection', (state) => tell(state === 'offline' ? 'Offline' : ''));

  if (new URL(page.url).searchParams.has('code')) await client.finishSignIn(page.url);
  else if (!(await client.restore())) return page.goTo(await client.beginSignIn({ uiLocales: [page.language] }));

  // Within five minutes of a login: the key signs what this user answers here.
  if (!(await client.device.current())) await trying(client.device.register({ name: 'Browser' }));
  await client.connect();
  await refresh();

  return {
    answer: (item, response) => trying(client.notifications.answer(item, response).then(() => tell('Thank you.'))),
    signOut: () => client.signOut(),
  };
}
