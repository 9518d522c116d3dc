import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PLUGIN = new URL('../../clients/cordova/', import.meta.url);
const read = (name: string): string => readFileSync(fileURLToPath(new URL(name, PLUGIN)), 'utf8');

/** The policy that Cordova's own template gives to the page of an app. */
const POLICY =
  "default-src 'self' data: https://ssl.gstatic.com 'unsafe-eval'; style-src 'self' 'unsafe-inline'; media-src *; img-src 'self' data: content:;";

/** The page of an app, and what `cordova prepare` makes of the plugin. */
export function cordovaFile(path: string): string {
  if (path === 'cordova.html') {
    return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>App</title><link rel="icon" href="data:,">
      <script src="cordova.js"></script>`;
  }
  const xml = read('plugin.xml');
  const [, source = ''] = /<js-module src="([^"]+)"/.exec(xml) ?? [];
  const targets = [...xml.matchAll(/<clobbers target="([^"]+)"/g)].map(([, target]) => target);
  return `${BRIDGE}
    (function () {
      const module = { exports: {} };
      (function (require, exports, module) { ${read(source)} })(undefined, module.exports, module);
      for (const target of ${JSON.stringify(targets)}) {
        const names = target.split('.');
        const last = names.pop();
        names.reduce((place, name) => (place[name] ??= {}), window)[last] = module.exports;
      }
    })();`;
}

/** Stands for the plugins that it depends on: their functions, as they are called in a page. */
const BRIDGE = `
  window.cordova = {
    plugin: {
      http: {
        sendRequest(url, options, success, failure) {
          nativeHttp(url, options).then((answer) => (answer.status >= 200 && answer.status < 300 ? success : failure)(answer));
        },
      },
    },
    InAppBrowser: { open: (url) => void systemBrowser(url).then((back) => window.handleOpenURL(back)) },
  };`;

interface Options {
  readonly method: string;
  readonly data: string;
  readonly headers: Record<string, string>;
}

/** The other side of the bridge: real HTTP, without an origin, answered as cordova-plugin-advanced-http does it. */
export async function nativeHttp(url: string, { method, data, headers }: Options): Promise<object> {
  try {
    const answer = await fetch(url, { method: method.toUpperCase(), headers, body: data });
    const text = await answer.text();
    const told = { status: answer.status, url: answer.url, headers: Object.fromEntries(answer.headers) };
    return answer.ok ? { ...told, data: text } : { ...told, error: text };
  } catch (error) {
    return { status: -1, error: String(error) };
  }
}
