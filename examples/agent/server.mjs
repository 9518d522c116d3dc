// A server of the Model Context Protocol with one tool: `pay`. The model asks to pay, and the person decides.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as oidc from 'openid-client';
import { z } from 'zod';
import { approved } from './approval.mjs';

const { AUTH_URL, CLIENT_ID, CLIENT_SECRET, USER_ID, BANK_URL } = process.env;
const config = await oidc.discovery(new URL(`${AUTH_URL}/service/authserver`), CLIENT_ID, CLIENT_SECRET);

// The bank makes exactly the payment that the token contains. Without a BANK_URL, nothing is sent.
async function carryOut(token) {
  if (!BANK_URL) return 'Nothing was sent: there is no BANK_URL.';
  const answer = await fetch(BANK_URL, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  return answer.ok ? 'The bank has taken it.' : `The bank answered ${answer.status}.`;
}

const server = new McpServer({ name: 'payments', version: '1.0.0' });
const inputSchema = {
  amount: z
    .string()
    .regex(/^\d{1,12}\.\d{2}$/)
    .describe('With two decimals, such as 25.00'),
  currency: z.string().regex(/^[A-Z]{3}$/),
  payee: z.string().max(70),
  iban: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/),
  reference: z.string().max(140).optional(),
};
const description = 'Pays an amount. The person approves it on the phone first, which takes up to two minutes.';

server.registerTool('pay', { title: 'Pay', description, inputSchema }, async (payment, { signal }) => {
  const { token, approval, why } = await approved(config, USER_ID, payment, { signal });
  const said = token ? `Approved. ${await carryOut(token)} Evidence: ${approval.notification}` : `Not paid. ${why}`;
  return { content: [{ type: 'text', text: said }], isError: token === undefined };
});

await server.connect(new StdioServerTransport());
