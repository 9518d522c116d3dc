import { FakeService, json } from '../../../../test/support/fake-service.js';
import { routes } from '../generated/operations.js';
import { Listing } from '../calls/listing.js';

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

describe('The operations of the API document', () => {
  it.each(Object.entries(routes))('%s is a method of the client', async (operation, [method, path]) => {
    const service = new FakeService();
    service.reply = () => json({ next: null });
    const [group = '', name = ''] = operation.split('_');
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => `a-${parameter}`);
    const groups = service.client() as unknown as Record<string, Record<string, (...given: unknown[]) => unknown>>;
    const call = groups[lowerFirst(group)]?.[name];
    if (!call)
      throw new Error(`The client has no method ${lowerFirst(group)}.${name}: add it to clients/node/src/resources`);
    const result = call.call(groups[lowerFirst(group)], ...parameters, {});
    await service.clock.until(result instanceof Listing ? result.page() : (result as Promise<unknown>));
    const url = `https://api.example.com${path.replace(/\{(\w+)\}/g, 'a-$1')}`;
    expect(service.calls).toMatchObject([{ method, url }]);
  });
});
