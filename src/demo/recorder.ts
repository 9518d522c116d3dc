import type { Delivery, Fetch } from '@countersign/node';
import { curlOf, explanationOf } from './calls.js';
import { type DemoEvent, redacted, redactedText } from './demo-event.js';

type Noted = Omit<DemoEvent, 'n' | 'at'>;
export type Note = (happening: Noted) => void;

/** Wraps `fetch` to record each request and response, without secrets. */
export const recording =
  (fetch: Fetch, note: Note): Fetch =>
  async (url, init) => {
    const began = performance.now();
    const response = await fetch(url, init);
    const text = await response.text();
    note({
      ...callOf(url, init),
      status: response.status,
      ms: Math.round(performance.now() - began),
      got: contentOf(text),
    });
    return new Response(text === '' ? null : text, { status: response.status, headers: response.headers });
  };

/**
 * Records a call only if its path, status or response differs from the previous call, because polling repeats the same
 * call.
 */
export function onceEach(note: Note): Note {
  let last = '';
  return (happening) => {
    const { status, got, what } = happening;
    const line = JSON.stringify([what, status, got]);
    if (line !== last) note(happening);
    last = line;
  };
}

function callOf(url: string, { method = 'GET', body }: RequestInit): Noted {
  const { pathname, search } = new URL(url);
  const isForm = body instanceof URLSearchParams;
  const sent = isForm ? redacted(Object.fromEntries(body)) : typeof body === 'string' ? contentOf(body) : undefined;
  const what = redactedText(pathname + search);
  return {
    ...{ kind: 'call', method, what, ...explanationOf(method, pathname + search, sent) },
    curl: curlOf(method, url, sent, isForm),
    ...(sent !== undefined && { sent }),
  };
}

function contentOf(text: string): unknown {
  try {
    return redacted(JSON.parse(text));
  } catch {
    return redactedText(text.slice(0, 2_000));
  }
}

const WHY: Readonly<Record<string, string>> = {
  'idv.finished': 'Signed webhook. Now the bank asks for the result',
  'notification.closed': 'Signed webhook. Only now does the bank book the payment',
};

/** Describes a webhook whose signature is valid, for the visitor. */
export const webhookEventOf = (delivery: Delivery): Noted =>
  delivery.kind === 'event'
    ? {
        ...{ kind: 'webhook', what: delivery.event.type, status: 204, got: redacted(delivery.event) },
        ...{ why: WHY[delivery.event.type] ?? 'Signed webhook', guide: 'docs/integrators/webhooks.md' },
      }
    : { kind: 'webhook', what: 'callback', why: 'Signed webhook', status: 204, got: redacted(delivery.notification) };
