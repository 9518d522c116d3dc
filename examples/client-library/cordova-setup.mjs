// Loaded before the scripts of a Cordova app that was written for the original plugin. The rest of the app stays the same.
import { configure, install } from '@countersign/client/cordova';

export function setUp({ plugin, browse, ports = {} }) {
  install(plugin); // the name under which the app calls its plugin: 'com.….RdnaClient'
  configure({
    issuer: 'https://id.example.com/service/authserver',
    mobileUrl: 'https://app.example.com',
    clientId: 'wallet',
    redirectUri: 'com.example.wallet:/callback',
    // Uses cordova-plugin-inappbrowser or -safariviewcontroller. Resolves with the address of the redirect.
    browse,
    deviceName: 'Phone',
    ...ports,
  });
}
