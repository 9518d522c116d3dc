import asyncapi from '@asyncapi/parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { apiDocuments } from './lib/api-documents.mjs';
import { buildIfStale } from './lib/build.mjs';
import { complain } from './lib/complain.mjs';
import { styleFaults } from './lib/style.mjs';

// Checks the API documents with the tools that integrators use. Any error or warning fails.
const NOT_OURS = {
  // Off, because the documents name the server of the default settings.
  'no-server-example.com': 'off',
  // Off, because the authorization endpoint responds with a redirect.
  'operation-2xx-response': 'off',
};
const WARNING = 1;

await buildIfStale();
const { openApi, asyncApi } = await apiDocuments();
const faults = [];
for (const [name, document] of Object.entries(openApi)) {
  faults.push(...(await byRedocly(name, document)), ...(await bySpectral(name, document)));
}
faults.push(...(await byAsyncApi(asyncApi)));
for (const [name, document] of Object.entries({ ...openApi, asyncApi })) faults.push(...byStyle(name, document));
for (const fault of faults) console.error(fault);
if (faults.length > 0) complain(`The API documents have ${faults.length} faults.`);

async function byRedocly(name, document) {
  const config = await createConfig({ extends: ['recommended'], rules: NOT_OURS });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: `${name}.json`, config });
  return problems.map(({ ruleId, message, location: [at] }) => `${name}${at?.pointer ?? ''}: ${message} (${ruleId})`);
}

async function bySpectral(name, document) {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas] });
  return (await linter.run(document)).map((one) => described(name, one));
}

async function byAsyncApi(document) {
  const found = await new asyncapi.Parser().validate(JSON.stringify(document));
  return found.filter(({ severity }) => severity <= WARNING).map((one) => described('asyncapi', one));
}

/** Checks the style of all texts for people in a document: the values of members with certain names, at any depth. */
function byStyle(name, document) {
  const found = [];
  JSON.stringify(document, (member, value) => {
    if (['description', 'summary', 'title', 'detail'].includes(member) && typeof value === 'string')
      found.push(...styleFaults(name, value));
    return value;
  });
  return found;
}

function described(name, { path, message, code }) {
  return `${name}#/${path.join('/')}: ${message} (${code})`;
}
