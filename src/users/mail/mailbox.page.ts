import { contentSecurityPolicy } from '../../shared/http/index.js';
import { html, type Html } from '../../shared/kernel/index.js';
import { type Brand, documentPage } from '../../shared/pages/index.js';
import type { KeptMessage } from '../contract/message-sender.port.js';

/**
 * The Content-Security-Policy for showing a message: a sandbox that allows inline styles, but runs no scripts and loads
 * nothing.
 */
export const MESSAGE_POLICY = `${contentSecurityPolicy({ 'style-src': ["'unsafe-inline'"], 'form-action': ["'none'"] })}; sandbox`;

export const mailboxPage = (brand: Brand, folder: string, messages: readonly KeptMessage[]): string =>
  documentPage({
    brand,
    title: 'Mailbox',
    main: html`<h1>Mailbox</h1>
      <p class="lead">
        Messages that would have been sent. Without <code>SMTP_URL</code>, development keeps the newest in
        <code>${folder}</code>. <a href="">Look again</a>
      </p>
      ${messages.length > 0 ? html`<div class="mails">${messages.map(article)}</div>` : EMPTY}`,
  });

const EMPTY = html`<p class="none">
  Nothing yet. Create a user with an e-mail address, and its activation code comes here.
</p>`;

const article = ({ id, at, to, subject, text, language, purpose }: KeptMessage): Html =>
  html`<article class="mail">
    <div class="about">
      <h2 dir="auto">${subject}</h2>
      <p>
        <span>to <code>${to.email ?? to.mobile ?? ''}</code></span>
        <time datetime="${at}">${at.replace('T', ' ').slice(0, 19)} UTC</time>
        <span>${purpose}, ${language}</span>
        <a href="mailbox/${id}">as HTML</a>
      </p>
    </div>
    <pre dir="auto">${text}</pre>
  </article>`;
