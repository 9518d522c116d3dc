import type { IncomingMessage } from 'node:http';

/** Query parameters that replace headers, because images, downloads and event sources cannot send headers. */
const IN_QUERY = { _data: 'data', _enterprise: 'enterprise-id' } as const;

export function takeFromQuery(request: IncomingMessage): void {
  const [path = '', query] = (request.url ?? '').split(/\?(.*)/s);
  if (query === undefined || !/(?:^|&)_(?:data|enterprise)=/.test(query) || request.method !== 'GET') return;
  const left = new URLSearchParams(query);
  for (const [name, header] of Object.entries(IN_QUERY)) {
    const value = left.get(name);
    left.delete(name);
    if (value !== null) request.headers[header] = value;
  }
  const rest = left.toString();
  request.url = rest === '' ? path : `${path}?${rest}`;
}
