// Loaded before the scripts of a Cordova app that was written for the original plugin. Nothing else of the app changes.
import { configure, install } from '@countersign/client/cordova';

export function setUp({ plugin, browse, ports = {} }) {
  install(plugin); // the name by which the app calls its plugin: 'com.….RdnaClient'
  configure({
    issuer: 'https://id.example.com/service/authserver',
    mobileUrl: 'https://app.example.com',
    clientId: 'wallet',
    redirectUri: 'com.example.wallet:/callback',
    browse, // by cordova-plugin-inappbrowser or -safariviewcontroller: resolves with the address that comes back
    deviceName: 'Phone',
    ...ports,
  });
}
