import { join } from 'node:path';
import { documented } from '../documented.mjs';
import { freePorts } from '../free-ports.mjs';
import { demandSame, heading } from '../proof.mjs';
import { Apache } from './apache.mjs';

const PAGE = 'integrators/own-apis.md';
const ORDERS = 'https://orders.bank.example';
const pages = { 'index.html': '<p>orders of <!--#echo var="REMOTE_USER" --></p>' };

/** Proves that Apache, configured as our guide says, checks the tokens for an API of the enterprise. */
export async function proveApi(stage) {
  heading('An API of your own behind Apache');
  const { service } = stage;
  await madeApi(service, ORDERS, ['orders.sync', 'orders.look']);
  await madeApi(service, 'https://stock.bank.example', ['stock.sync']);
  const { HTTPS: port } = await freePorts(['HTTPS']);
  const url = `https://127.0.0.1:${port}`;
  const [signIn] = documented(PAGE, 'apache', {
    'https://id.example.com': service.url,
    '/etc/ssl/certs/company-ca.pem': service.tls.caFile,
  });
  stage.keep(await Apache.start(join(stage.folder, 'api'), { url, tls: service.tls, signIn, pages }));

  const client = await service.manage('POST', '/v1/clients', {
    ...{ clientName: 'Robot', grantTypes: ['client_credentials'], scopes: [] },
    apiScopes: ['orders.sync', 'orders.look', 'stock.sync'],
  });
  const tokenFor = (scope) => service.tokenOf(client, scope);
  const [good, narrow, other] = [
    await tokenFor('orders.sync'),
    await tokenFor('orders.look'),
    await tokenFor('stock.sync'),
  ];
  const get = (token) => service.ask('GET', url, token === undefined ? {} : { authorization: `Bearer ${token}` });
  const { status, body } = await get(good);
  demandSame(status, 200, 'a token for the API with the scope passes');
  demandSame(body, `<p>orders of ${client.clientId}</p>`, 'and the API learns whose it is');
  demandSame((await get()).status, 401, 'a request without a token gets 401');
  const refused = [
    ['without the scope', narrow],
    ['for another API', other],
    ['whose signature was altered', `${good.slice(0, -8)}AAAAAAAA`],
    ['for the management API', service.token],
  ];
  for (const [what, token] of refused) demandSame((await get(token)).status, 401, `a token ${what} gets 401`);
}

const madeApi = (service, resource, names) =>
  service.manage('POST', '/v1/apis', {
    ...{ name: 'Orders', resource },
    scopes: names.map((name) => ({ name, audience: 'service', description: { en: 'Read all' } })),
  });
