import { first } from './dom.js';

const AGAIN_MS = 1_500;

/** Asks regularly whether the phone has answered, and then continues. */
export async function waitForPhone(): Promise<void> {
  const form = first(HTMLFormElement, 'form[data-waits-for]');
  const { waitsFor = '' } = form?.dataset ?? {};
  while (form && (await isWaiting(waitsFor))) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  form?.requestSubmit();
}

/** Whether the page still has to wait. If the server does not answer, the page keeps waiting. */
async function isWaiting(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { headers: { accept: 'application/json' }, cache: 'no-store' });
    if (!answer.ok) return answer.status === 429 || answer.status >= 500;
    return ((await answer.json()) as { waits: boolean }).waits;
  } catch {
    return true;
  }
}
