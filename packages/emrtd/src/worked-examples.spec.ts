import { createCipheriv, createECDH, randomBytes } from 'node:crypto';
import { fromHex, hexOf } from './encoding/bytes.js';
import { checkDigit } from './encoding/check-digit.js';
import { command, INS } from './messaging/apdu.js';
import { ciphers } from './messaging/ciphers.js';
import { retailMac, tripleDes } from './messaging/des.js';
import { SecureMessaging } from './messaging/secure-messaging.js';
import { basicAccess } from './reader/basic-access.js';
import { ChipSession } from './reader/chip-session.js';
import { curves } from './reader/curves.js';
import { pace, paceWaysIn } from './reader/pace.js';
import { pacePassword, zoneText } from './reader/zone-key.js';

/** A session with a simulated chip that returns the answers of an example and records the commands. */
function recorded(exchanges: readonly (readonly [string, string])[], ...draws: readonly string[]) {
  const sent: string[] = [];
  const rest = [...exchanges];
  const random = [...draws];
  const port = {
    transceive: (apdu: Uint8Array) => {
      sent.push(hexOf(apdu).toUpperCase());
      return Promise.resolve(fromHex(rest.shift()?.[1] ?? '6f00'));
    },
  };
  const session = new ChipSession(port, () => fromHex(random.shift() ?? ''));
  return { session, sent, wanted: exchanges.map(([wanted]) => wanted) };
}

/** Appendix G.1: the reader's commands and the chip's answers. */
const PACE_EXAMPLE: readonly (readonly [string, string])[] = [
  ['0022C1A412800A04007F0007020204020283010184010D', '9000'],
  ['10860000027C0000', '7C12801095A3A016522EE98D01E76CB6B98B42C39000'],
  [
    '10860000457C438141047ACF3EFC982EC45565A4B155129EFBC74650DCBFA6362D896FC70262E0C2CC5E544552DCB6725218799115B55C9BAA6D9F6BC3A9618E70C25AF71777A9C4922D00',
    '7C43824104824FBA91C9CBE26BEF53A0EBE7342A3BF178CEA9F45DE0B70AA601651FBA3F5730D8C879AAA9C9F73991E61B58F4D52EB87A0A0C709A49DC63719363CCD13C549000',
  ],
  [
    '10860000457C438341042DB7A64C0355044EC9DF190514C625CBA2CEA48754887122F3A5EF0D5EDD301C3556F3B3B186DF10B857B58F6A7EB80F20BA5DC7BE1D43D9BF850149FBB3646200',
    '7C438441049E880F842905B8B3181F7AF7CAA9F0EFB743847F44A306D2D28C1D9EC65DF6DB7764B22277A2EDDC3C265A9F018F9CB852E111B768B326904B59A0193776F0949000',
  ],
  ['008600000C7C0A8508C2B0BD78D94BA86600', '7C0A86083ABB9674BCE93C089000'],
];
const PACE_DRAWS = [
  '7F4EF07B9EA82FD78AD689B38D0BC78CF21F249D953BC46F4C6E19259C010F99',
  'A73FB703AC1436A18E0CFA5ABB3F7BEC7A070E7A6788486BEE230C4A22762595',
];

const hex = (bytes: Uint8Array): string => hexOf(bytes).toUpperCase();

describe('A worked example of ICAO 9303-11', () => {
  it('comes out byte by byte: the key of the data page (D.2)', () => {
    expect(zoneText({ number: 'L898902C', birth: '690806', expiry: '940623' })).toBe('L898902C<369080619406236');
    expect(checkDigit('T22000129')).toBe('3');
  });

  it('comes out byte by byte: basic access control and secure messaging (D.3, D.4)', async () => {
    const { session, sent, wanted } = recorded(
      [
        ['0084000008', '4608F919887022129000'],
        [
          '008200002872C29C2371CC9BDB65B779B8E8D37B29ECC154AA56A8799FAE2F498F76ED92F25F1448EEA8AD90A728',
          '46B9342A41396CD7386BF5803104D7CEDC122B9132139BAF2EEDC94EE178534F2F2D235D074D74499000',
        ],
        ['0CA4020C158709016375432908C044F68E08BF8B92D635FF24F800', '990290008E08FA855A5D4C50A8ED9000'],
        ['0CB000000D9701048E08ED6705417E96BA5500', '8709019FF0EC34F9922651990290008E08AD55CC17140B2DED9000'],
        [
          '0CB000040D9701128E082EA28A70F3C7B53500',
          '871901FB9235F4E4037F2327DCC8964F1F9B8C30F42C8E2FFF224A990290008E08C8B2787EAEA07D749000',
        ],
      ],
      '781723860C06C226',
      '0B795240CB7049B01C19B33E32804F0B',
    );
    await basicAccess(session, { number: 'L898902C', birth: '690806', expiry: '940623' });
    await session.ask(command(INS.select, 2, 0x0c, fromHex('011E')), 'select');
    expect(hex(await session.ask(command(INS.read, 0, 0, undefined, 4), 'read'))).toBe('60145F01');
    expect(hex(await session.ask(command(INS.read, 0, 4, undefined, 18), 'read'))).toBe(
      '04303130365F36063034303030305C026175',
    );
    expect(sent).toEqual(wanted);
  });

  it('comes out byte by byte: PACE with generic mapping on an elliptic curve (G.1)', async () => {
    const [way] = paceWaysIn(fromHex('31143012060A04007F0007020204020202010202010D'));
    const { session, sent, wanted } = recorded(PACE_EXAMPLE, ...PACE_DRAWS);
    await pace(session, way!, pacePassword({ zone: { number: 'T22000129', birth: '640812', expiry: '101031' } }));
    expect(sent).toEqual(wanted);
    const derived = new SecureMessaging(
      ciphers['AES-128'],
      fromHex('F5F0E35C0D7161EE6724EE513A0D9A7F'),
      fromHex('FE251C7858B356B24514B3BD5F4297D1'),
    );
    const probe = command(INS.read, 0, 0, undefined, 8);
    expect(hex(session.messaging!.protect(probe))).toBe(hex(derived.protect(probe)));
  });

  it('comes out byte by byte: the MAC of the example of basic access control', () => {
    const data = '72C29C2371CC9BDB65B779B8E8D37B29ECC154AA56A8799FAE2F498F76ED92F28000000000000000';
    expect(hex(retailMac(fromHex('7962D9ECE03D1ACD4C76089DCE131543'), fromHex(data)))).toBe('5F1448EEA8AD90A7');
  });
});

describe('The ciphers and curves of the phone', () => {
  it('agree with those of Node: triple DES', () => {
    for (let round = 0; round < 20; round += 1) {
      const [key, data] = [randomBytes(16), randomBytes(64)];
      const node = createCipheriv('des-ede3-cbc', Buffer.concat([key, key.subarray(0, 8)]), Buffer.alloc(8));
      const wanted = Buffer.concat([node.setAutoPadding(false).update(data), node.final()]).toString('hex');
      expect(hexOf(tripleDes(key).encrypt(data))).toBe(wanted);
      expect(hexOf(tripleDes(key).decrypt(fromHex(wanted)))).toBe(data.toString('hex'));
    }
  });

  it.each([128, 192, 256] as const)('agree with those of Node: AES with %d bits', (size) => {
    const [key, start, data] = [randomBytes(size / 8), randomBytes(16), randomBytes(64)];
    const node = createCipheriv(`aes-${size}-cbc`, key, start).setAutoPadding(false);
    const wanted = Buffer.concat([node.update(data), node.final()]).toString('hex');
    expect(hexOf(ciphers[`AES-${size}`].encrypt(key, data, start))).toBe(wanted);
  });

  it.each([
    [12, 'prime256v1'],
    [13, 'brainpoolP256r1'],
    [15, 'secp384r1'],
    [16, 'brainpoolP384r1'],
    [17, 'brainpoolP512r1'],
    [18, 'secp521r1'],
  ])('agree with those of Node: the curve of parameter %d is %s', (parameter, name) => {
    const curve = curves.get(parameter)!;
    const node = createECDH(name);
    node.generateKeys();
    const own = fromHex(node.getPrivateKey('hex').padStart(2 * Math.ceil(curve.Point.Fn.BITS / 8), '0'));
    expect(hexOf(curve.getPublicKey(own, false))).toBe(node.getPublicKey('hex'));
  });
});
