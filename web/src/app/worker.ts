/**
 * Registers the service worker, with which the app opens offline and receives pushes. Without one, the app works as a
 * normal page.
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { open } = Object(data) as { readonly open?: unknown };
    if (typeof open === 'string' && open.startsWith('#/')) location.hash = open;
  });
  try {
    await navigator.serviceWorker.register('/app/sw.js', { scope: '/app/' });
    return await navigator.serviceWorker.ready;
  } catch {
    return undefined;
  }
}

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** Keeps the browser's offer to install the app until the user asks for it. */
export function watchInstallation(onChange: (offer: (() => Promise<void>) | undefined) => void): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    onChange(async () => {
      await (event as InstallEvent).prompt();
      onChange(undefined);
    });
  });
  addEventListener('appinstalled', () => onChange(undefined));
}
