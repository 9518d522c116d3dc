/** What the other parts use. */
export const COMMON = `const { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, startAuthentication, startRegistration } = window.SimpleWebAuthnBrowser ?? {};

const $ = (selector, from = document) => from.querySelector(selector);
const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
const made = (name, properties = {}, attributes = {}) => {
  const element = Object.assign(document.createElement(name), properties);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
};
`;
