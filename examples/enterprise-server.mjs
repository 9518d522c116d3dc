// A bank's server: asks a user to confirm a payment, and receives the answer by callback. Needs only Node, no packages.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { AUTH_URL, API_URL, CLIENT_ID, CLIENT_SECRET, WEBHOOK_SECRET, PUBLIC_URL, PORT, USER_ID } = process.env;
const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
const payments = new Map(); // in your system, use a table of your database

async function accessToken() {
  const response = await fetch(`${AUTH_URL}/service/authserver/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'notifications:read notifications:write' }),
  });
  if (!response.ok) throw new Error(`No token: ${await response.text()}`);
  return (await response.json()).access_token;
}

// You can safely repeat this request: if the msg_id is known, the service returns the state of the existing question.
async function ask(payment) {
  const request = {
    user_id: USER_ID,
    msg_id: payment.id,
    expires_in: 300,
    ds_required: process.env.SIGNED === 'yes',
    body: [
      { lng: 'en', subject: 'Confirm your payment', message: `Pay ${payment.amount} to ${payment.to}?` },
      {
        lng: 'de',
        subject: 'Zahlung bestätigen',
        message: `Zahlen Sie ${payment.amount} an ${payment.to}?`,
        label: { Approve: 'Bestätigen', Decline: 'Ablehnen', 'Not me': 'Das war ich nicht' },
      },
    ],
    actions: [
      { label: 'Approve', action: 'accept', authlevel: 0 },
      { label: 'Decline', action: 'reject', authlevel: 0 },
      { label: 'Not me', action: 'fraud', authlevel: 0 },
    ],
    notification_msg: { subject: 'Meridian Bank', message: 'There is a payment to confirm.' },
    callback_url: `${PUBLIC_URL}/answers`,
  };
  const headers = { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' };
  const response = await fetch(`${API_URL}/v1/notifications`, {
    method: 'POST',
    headers,
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(`Not asked: ${await response.text()}`);
  return response.json();
}

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

// The same callback may arrive more than once, so a payment that is already settled is left alone.
function settle({ msg_id, status, action_response }) {
  const payment = payments.get(msg_id);
  if (!payment || payment.settled) return;
  payment.settled = true;
  const isConfirmed = status === 'UPDATED' && action_response === 'accept';
  console.log(
    `${payment.amount} to ${payment.to}: ${isConfirmed ? 'paid' : `not paid (${status} ${action_response})`}`,
  );
  server.close();
}

const server = createServer(async (request, response) => {
  const body = await text(request);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  response.writeHead(204, { connection: 'close' }).end();
  if (request.url === '/answers') settle(JSON.parse(body));
});

server.listen(PORT, async () => {
  const payment = { id: randomUUID(), amount: '25.00 EUR', to: 'Bookshop', settled: false };
  payments.set(payment.id, payment);
  const { notification_uuid, status } = await ask(payment);
  console.log(`asked ${notification_uuid}: ${status}`);
});
