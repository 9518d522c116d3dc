/** Gets an access token for the administrator's client. */
export async function accessToken({ at, administrator: { authorization } }, scope) {
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope });
  const url = `${at('auth')}/service/authserver/oauth/token`;
  const answer = await fetch(url, { method: 'POST', headers: { authorization }, body });
  return (await answer.json()).access_token;
}

/** A function that sends POST requests to the management API with every scope of the administrator. */
export async function portalOf(service) {
  const bearer = await accessToken(service, 'all');
  return async (path, body) => {
    const answer = await fetch(service.at('management') + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
}

/** A browser without scripts. It stores cookies and follows redirects until one leads to another port. */
export function browserAt(origin) {
  const cookies = new Map();
  const cookie = () => [...cookies].map((pair) => pair.join('=')).join('; ');
  const go = async (path, form) => {
    const answer = await fetch(origin + path, {
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      headers: { cookie: cookie(), accept: 'text/html' },
      redirect: 'manual',
    });
    for (const line of answer.headers.getSetCookie()) cookies.set(...line.split(';')[0].split('='));
    const next = answer.headers.get('location');
    const html = await answer.text();
    if (next === null)
      return { path, html, status: answer.status, csrf: /name="csrf" value="([^"]+)"/.exec(html)?.[1] };
    const { pathname, search, port, href } = new URL(next, origin);
    return port === new URL(origin).port ? go(pathname + search) : { left: href };
  };
  return { go, cookie };
}
