import { createHash } from 'node:crypto';
import { contentSecurityPolicy } from '../../shared/http/content-security-policy.js';
import { Html, html } from '../../shared/kernel/html.js';
import type { KeptMessage } from '../message-sender.js';

const STYLE = `
  :root { color-scheme: light dark; --back: #f6f7f9; --card: #fff; --line: #dfe3e8; --text: #1b1f24; --dim: #5f6b7a; --mark: #0b5fff }
  @media (prefers-color-scheme: dark) {
    :root { --back: #14171b; --card: #1c2127; --line: #323a44; --text: #e8ebef; --dim: #9aa6b4; --mark: #7aa7ff }
  }
  * { box-sizing: border-box }
  body { margin: 0; padding: 3rem 1.25rem; background: var(--back); color: var(--text); font: 1rem/1.55 system-ui, sans-serif }
  main { max-width: 46rem; margin: 0 auto }
  h1 { margin: 0; font-size: 1.6rem; letter-spacing: -.01em }
  h2 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere }
  a { color: var(--mark) }
  code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .9em; overflow-wrap: anywhere }
  header p, .about { color: var(--dim) }
  header p { margin: .5rem 0 2rem }
  article { margin: 0 0 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); overflow: hidden }
  .about { display: flex; flex-wrap: wrap; gap: .15rem 1.25rem; margin: .3rem 0 0; font-size: .875rem }
  .top { padding: 1rem 1.25rem; border-bottom: 1px solid var(--line) }
  pre { margin: 0; padding: 1rem 1.25rem; white-space: pre-wrap; overflow-wrap: anywhere; font: .9375rem/1.6 ui-monospace, Menlo, Consolas, monospace }
  .none { padding: 3rem 1.25rem; border: 1px dashed var(--line); border-radius: .75rem; text-align: center; color: var(--dim) }
`;

/** Whole, since the policy's hash counts every space between the tags. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

const hash = createHash('sha256').update(STYLE).digest('base64');

/** The one style sheet, by its hash, and nothing else. */
export const MAILBOX_POLICY = contentSecurityPolicy({ 'style-src': [`'sha256-${hash}'`], 'form-action': ["'none'"] });

/** A message as its receiver sees it: styled within its elements, in a sandbox that runs and loads nothing. */
export const MESSAGE_POLICY = `${contentSecurityPolicy({ 'style-src': ["'unsafe-inline'"], 'form-action': ["'none'"] })}; sandbox`;

export const mailboxPage = (folder: string, messages: readonly KeptMessage[]): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Mailbox</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          <header>
            <h1>Mailbox</h1>
            <p>
              Messages that would have been sent. Without <code>SMTP_URL</code>, development keeps the newest in
              <code>${folder}</code>. <a href="">Look again</a>
            </p>
          </header>
          ${messages.length > 0 ? messages.map(article) : EMPTY}
        </main>
      </body>
    </html>`.text;

const EMPTY = html`<p class="none">
  Nothing yet. Create a user with an e-mail address, and its activation code comes here.
</p>`;

const article = ({ id, at, to, subject, text, language, purpose }: KeptMessage): Html =>
  html`<article>
    <div class="top">
      <h2 dir="auto">${subject}</h2>
      <p class="about">
        <span>to <code>${to.email ?? to.mobile ?? ''}</code></span>
        <time datetime="${at}">${at.replace('T', ' ').slice(0, 19)} UTC</time>
        <span>${purpose}, ${language}</span>
        <a href="mailbox/${id}">as HTML</a>
      </p>
    </div>
    <pre dir="auto">${text}</pre>
  </article>`;
