// Loaded before the scripts of a Cordova app that was written for the original plugin. The rest of the app stays the same.
import { configure, install } from '@countersign/client/cordova';

export function setUp({ plugin, browse, ports = {} }) {
  install(plugin); // the name under which the app calls its plugin: 'com.….RdnaClient'
  configure({
    issuer: 'https://id.example.com/service/authserver',
    mobileUrl: 'https://app.example.com',
    clientId: 'wallet',
    redirectUri: 'com.example.wallet:/callback',
    // Opens the address with cordova-plugin-inappbrowser or -safariviewcontroller, and resolves with the address to
    // which the browser returns.
    browse,
    deviceName: 'Phone',
    ...ports,
  });
}
