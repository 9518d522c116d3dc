// Imported first in index.js of an app that was written for the original library. The rest of the app stays the same.
import RdnaClient from '@countersign/client/react-native';

export function setUp({ browse, storage, keys, crypto, ports = {} }) {
  RdnaClient.configure({
    // These settings can also be in the connection profile that the app passes to initialize, as JSON text instead of
    // `relId`.
    issuer: 'https://id.example.com/service/authserver',
    mobileUrl: 'https://app.example.com',
    clientId: 'wallet',
    redirectUri: 'com.example.wallet:/callback',
    browse, // (url, redirectUri) => the address with which the browser returns to the app
    storage,
    keys,
    crypto,
    deviceName: 'Phone',
    log: ({ level, message, response }) => console.debug(level, message, response),
    ...ports,
  });
}
