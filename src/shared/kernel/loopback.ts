import { Networks } from '../../config/networks.js';

export const LOOPBACK_NETWORKS: readonly string[] = ['127.0.0.0/8', '::1'];
const loopback = new Networks(LOOPBACK_NETWORKS);

/** Addresses of this machine, IPv4 written as IPv6 included. */
export const isLoopbackAddress = (address: string): boolean => loopback.includes(address);

/** A host as URLs have it: a name, an address, or an IPv6 address in brackets. */
export const isLoopbackHost = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || isLoopbackAddress(host.replace(/^\[|\]$/g, ''));
