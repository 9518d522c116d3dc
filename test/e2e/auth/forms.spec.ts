import { connect } from 'node:net';
import { once } from 'node:events';
import type { TestApplication } from '../../support/application.js';
import { bodyOf, exchange } from '../../support/raw-http.js';
import { clientWithSecret } from '../../support/relying-party.js';
import { sharedApplication } from '../../support/shared-application.js';

const TOKEN = '/service/authserver/oauth/token';
const GRANT = 'grant_type=client_credentials&scope=users%3Aread';

let running: TestApplication;
let authorization: string;

const head = (...headers: string[]): string =>
  [`POST ${TOKEN} HTTP/1.1`, 'Host: x', 'Connection: close', 'Authorization: Basic (ours)', ...headers, '\r\n'].join(
    '\r\n',
  );
const FORM = 'Content-Type: application/x-www-form-urlencoded';
const long = (form: string) => `Content-Length: ${Buffer.byteLength(form)}`;
const ask = async (...pieces: string[]) => {
  const answer = await exchange(
    running.url('auth'),
    ...pieces.map((piece) => piece.replace('Basic (ours)', authorization)),
  );
  return { status: Number(answer.split(' ')[1]), body: bodyOf(answer) };
};
const TOKEN_ANSWER = { status: 200, body: { token_type: 'Bearer', scope: 'users:read' } };

describe('Forms', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    const { client, secret } = await clientWithSecret(running, { scopes: ['users:read'] });
    authorization = `Basic ${Buffer.from(`${client.clientId}:${secret}`).toString('base64')}`;
  });

  describe('A form at the token endpoint', () => {
    it.each([
      ['of one piece', [head(FORM, long(GRANT)), GRANT]],
      ['of many pieces', [head(FORM, long(GRANT)), ...(GRANT.match(/.{1,7}/g) ?? [])]],
      ['that says its charset', [head(`${FORM}; charset=UTF-8`, long(GRANT)), GRANT]],
      [
        'that does not say how long it is',
        [head(FORM, 'Transfer-Encoding: chunked'), `${GRANT.length.toString(16)}\r\n${GRANT}\r\n0\r\n\r\n`],
      ],
      [
        'that has more than the engine looks at',
        [head(FORM, long(`${GRANT}&x=${'y'.repeat(20_000)}`)), `${GRANT}&x=${'y'.repeat(20_000)}`],
      ],
    ])('is read when it is one %s', async (_which, pieces) => {
      expect(await ask(...pieces)).toMatchObject(TOKEN_ANSWER);
    });

    it.each([
      ['nothing', '', 'invalid_request'],
      ['what is no form', '{"grant_type":"client_credentials"}', 'invalid_request'],
      ['one parameter twice', `${GRANT}&scope=users%3Aread`, 'invalid_request'],
      ['broken escapes', 'grant_type=%E0%A4%A', 'unsupported_grant_type'],
    ])('is refused with %s', async (_what, form, error) => {
      expect(await ask(head(FORM, long(form)), form)).toMatchObject({ status: 400, body: { error } });
    });

    it.each([
      ['of another type', head('Content-Type: application/json', long('{}')), '{}'],
      ['of 60,000 characters', head(FORM, 'Content-Length: 60000'), `x=${'y'.repeat(59_998)}`],
    ])('is refused when it is one %s', async (_which, ...pieces) => {
      expect(await ask(...pieces)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    });

    it('may stay unfinished: its caller is gone, and others are served', async () => {
      const socket = connect(Number(new URL(running.url('auth')).port), '127.0.0.1');
      socket.write(head(FORM, long(GRANT)).replace('Basic (ours)', authorization) + GRANT.slice(0, 10));
      await new Promise((resolve) => setImmediate(resolve));
      socket.destroy();
      await once(socket, 'close');
      expect(await ask(head(FORM, long(GRANT)), GRANT)).toMatchObject(TOKEN_ANSWER);
    });

    it('is not waited for when the path does not have its method', async () => {
      const request = head(FORM, long(GRANT)).replace('POST', 'PUT');
      expect((await ask(request, GRANT)).status).toBe(405);
    });
  });
});
