import { withholder } from './webhook-type.js';

const payload = '{"type":"x.y","data":{ "token": "abc-1", "id": 4711 }}';

describe('What operators are not shown of a delivery', () => {
  it('is left out of what was sent, and of what was answered', () => {
    const withhold = withholder({ keys: ['token', 'none'] }, payload);
    expect(withhold(payload)).toBe('{"type":"x.y","data":{ "token": "•••", "id": 4711 }}');
    expect(withhold('unknown session abc-1 (abc-1)')).toBe('unknown session ••• (•••)');
  });

  it.each([['{}'], ['null'], ['[1'], ['{"data":null}'], ['{"data":{"token":""}}'], ['{"data":{"token":7}}']])(
    'is nothing in %s',
    (text) => {
      expect(withholder({ keys: ['token'] }, text)(text)).toBe(text);
    },
  );

  it('is nothing of a type without keys', () => {
    expect(withholder({}, payload)(payload)).toBe(payload);
  });
});
