import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of a running program's data, and where it answers. */
interface Place {
  readonly folder: string;
  readonly authUrl: string;
  readonly apiUrl: string;
}

/** A call of the management API, by the administrator whom the first start of a program has made. */
export async function callAsFirstClient(place: Place, method: string, path: string, body?: object): Promise<any> {
  const { client_id, client_secret } = JSON.parse(readFileSync(join(place.folder, 'admin-client.json'), 'utf8'));
  const fields = { grant_type: 'client_credentials', scope: 'all', client_id, client_secret };
  const url = `${place.authUrl}/service/authserver/oauth/token`;
  const granted: any = await (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).json();
  const headers = { authorization: `Bearer ${granted.access_token}`, 'content-type': 'application/json' };
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return (await fetch(place.apiUrl + path, sent)).json();
}
