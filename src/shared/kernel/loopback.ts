import { Networks } from '../../config/networks.js';

export const LOOPBACK_NETWORKS: readonly string[] = ['127.0.0.0/8', '::1'];
const loopback = new Networks(LOOPBACK_NETWORKS);

/** The addresses of this machine, including IPv4 written as IPv6. */
export const isLoopbackAddress = (address: string): boolean => loopback.includes(address);

/** Takes a host as in URLs: a name, an address, or an IPv6 address in brackets. */
export const isLoopbackHost = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || isLoopbackAddress(host.replace(/^\[|\]$/g, ''));
