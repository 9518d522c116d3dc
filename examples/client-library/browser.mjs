// A page that shows users their questions. Tokens and the device key are in IndexedDB. Scripts cannot read the key.
import { createClient } from '@countersign/client';
import { de } from '@countersign/client/languages/de';

/** `show` draws the list. `tell` shows a sentence to the user. `askPassword` resolves with null if the user gives up. */
export async function openInbox({ settings, page, show, tell, askPassword }) {
  const client = createClient({
    ...settings, // the settings issuer, mobileUrl, clientId and redirectUri
    language: page.language,
    texts: [de],
    log: ({ level, message, response }) => console.debug(level, message, response),
    onStepUp: async ({ methods }) => {
      if (!methods.some(({ type }) => type === 'password')) return null;
      const password = await askPassword();
      return password === null ? null : { type: 'password', password };
    },
  });

  /** If `work` fails, tells the user why, in the user's language. */
  const trying = (work) => work.catch((error) => tell(error.userMessage));
  const refresh = () => trying(client.notifications.list().then(({ items }) => show(items)));

  client.on('changed', refresh); // a question was added, answered or ended, on this device or on another one
  client.on('connection', (state) => tell(state === 'offline' ? 'Offline' : ''));

  if (new URL(page.url).searchParams.has('code')) await client.finishSignIn(page.url);
  else if (!(await client.restore())) return page.goTo(await client.beginSignIn({ uiLocales: [page.language] }));

  // A device must be registered within five minutes of a login. Its key signs the user's answers.
  if (!(await client.device.current())) await trying(client.device.register({ name: 'Browser' }));
  await client.connect();
  await refresh();

  return {
    answer: (item, response) => trying(client.notifications.answer(item, response).then(() => tell('Thank you.'))),
    signOut: () => client.signOut(),
  };
}
