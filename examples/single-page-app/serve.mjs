// Serves the page. Its policy allows only scripts of this server, and calls only to this server and the service.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import express from 'express';

const { ISSUER, CLIENT_ID, APP_URL, TLS_CERT, TLS_KEY } = process.env;
const { origin } = new URL(ISSUER);
const policy = `default-src 'self'; connect-src 'self' ${origin}; frame-src 'self' ${origin}; frame-ancestors 'self'`;
const library = '../../node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js';
const file = (path) => (_req, res) => res.sendFile(fileURLToPath(new URL(path, import.meta.url)));

const app = express();
app.use((_req, res, next) => {
  res.set('Content-Security-Policy', policy);
  next();
});
app.get(['/', '/callback'], file('index.html'));
app.get('/app.js', file('app.js'));
app.get('/oidc-client-ts.min.js', file(library));
app.get('/config.json', (_req, res) => res.json({ issuer: ISSUER, clientId: CLIENT_ID }));

const { port } = new URL(APP_URL);
createServer({ cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }, app).listen(port, 'localhost');
console.log(`Open ${APP_URL}`);
