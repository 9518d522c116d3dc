// If you use a bundler, write: import { … } from 'oidc-client-ts';
const { IndexedDbDPoPStore, InMemoryWebStorage, UserManager, WebStorageStateStore } = globalThis.oidc;

const { issuer, clientId } = await (await fetch('/config.json')).json();
const users = new UserManager({
  authority: issuer,
  client_id: clientId,
  redirect_uri: `${location.origin}/callback`,
  post_logout_redirect_uri: `${location.origin}/`,
  scope: 'openid profile offline_access',
  dpop: { store: new IndexedDbDPoPStore() }, // tokens are useless without this key, which scripts cannot read
  userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }), // tokens are lost with the page
  revokeTokensOnSignout: true,
});

const inHiddenFrame = window !== window.parent;
if (location.pathname === '/callback') await users.signinCallback();
if (!inHiddenFrame) await show();

async function show() {
  history.replaceState(null, '', '/'); // removes the code from the address bar
  // After a reload, the tokens are lost: ask the service, in a hidden frame, whether the user is still signed in.
  const user = (await users.getUser()) ?? (await users.signinSilent().catch(() => null));
  document.querySelector('p').textContent = user ? `Signed in as ${(await userinfo()).name}` : 'Nobody is signed in';
  document.querySelector('button').textContent = user ? 'Sign out' : 'Sign in';
  document.querySelector('button').onclick = () => (user ? users.signoutRedirect() : users.signinRedirect());
}

async function userinfo() {
  const [url, user] = [await users.metadataService.getUserInfoEndpoint(), await users.getUser()];
  const proof = await users.dpopProof(url, user, 'GET');
  const answer = await fetch(url, { headers: { Authorization: `DPoP ${user.access_token}`, DPoP: proof } });
  if (!answer.ok) throw new Error(`userinfo answered ${answer.status}`);
  return answer.json();
}
