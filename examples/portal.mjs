// An enterprise portal: enrols a customer, has the identity verified, and then accepts the customer.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const { ISSUER, API_URL, CLIENT_ID, CLIENT_SECRET, APP_URL, TLS_CERT, TLS_KEY } = process.env;

let token = { value: '', goodUntil: 0 };
async function accessToken() {
  if (Date.now() > token.goodUntil) {
    const authorization = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`;
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'all' });
    const answer = await fetch(`${ISSUER}/oauth/token`, { method: 'POST', headers: { authorization }, body });
    const { access_token: value, expires_in } = await answer.json();
    token = { value, goodUntil: Date.now() + (expires_in - 60) * 1_000 };
  }
  return token.value;
}

async function api(method, path, body) {
  const headers = { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' };
  const answer = await fetch(API_URL + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, body: await answer.json() };
}

/** The customers in the portal sessions of browsers. In your system: your own session store. */
const visits = new Map();

const routes = {
  'GET /': () => page('<form method="post" action="/join"><button>Open an account</button></form>'),

  async 'POST /join'(_visit, response) {
    const userId = `customer-${randomUUID().slice(0, 8)}`;
    const user = `/v1/users/${userId}`;
    const known = await api('GET', user); // call 1
    if (known.status === 404) {
      await api('POST', '/v1/users', { userId, primaryGroup: 'retail', preferredStatus: 'ONBOARDING' }); // call 2
    }
    const asked = { userId, redirectUrl: `${APP_URL}/verified`, errorUrl: `${APP_URL}/verified` };
    const { body } = await api('POST', '/v1/idvWebTokens', { ...asked, ...testOutcome }); // call 3
    const id = randomUUID();
    visits.set(id, { user, session: body.web_session_id });
    response.setHeader('set-cookie', `__Host-portal=${id}; Path=/; Secure; HttpOnly; SameSite=Lax`);
    response.writeHead(303, { location: body.idvUrl }).end();
  },

  // Anyone can open this address, so ask the service for the result of the session that belongs to this browser.
  async 'GET /verified'(visit) {
    if (!visit) return page('<p>Your visit has ended. <a href="/">Begin again</a></p>');
    const { body: result } = await api('GET', `/v1/idvWebTokens/${visit.session}`); // call 4
    if (result.status === 'REVIEW') return page('<p>We are reviewing your documents and will write to you.</p>');
    if (result.status !== 'VERIFIED') return page(`<p>${result.status}</p><a href="/">Try again</a>`);
    const { body: user } = await api('PUT', `${visit.user}/status`, { status: 'CREATED' }); // call 5
    return page(`<p>Welcome! Your status is ${user.status}.</p>`);
  },
};

/** In test mode, SIMULATE sets the outcome of each verification. */
const testOutcome = process.env.SIMULATE ? { payload: { simulate: process.env.SIMULATE } } : {};

const page = (content) => `<!doctype html><title>Portal</title>${content}`;
const visitOf = ({ headers }) => visits.get(/__Host-portal=([\w-]+)/.exec(headers.cookie ?? '')?.[1]);

const tls = { cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) };
createServer(tls, async (request, response) => {
  const route = routes[`${request.method} ${new URL(request.url, APP_URL).pathname}`];
  if (!route) return response.writeHead(404).end();
  try {
    const html = await route(visitOf(request), response);
    if (html) response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
  } catch (error) {
    console.error(error.message);
    response.writeHead(502).end('Please try again later.');
  }
}).listen(new URL(APP_URL).port, 'localhost');
console.log(`Open ${APP_URL}`);
