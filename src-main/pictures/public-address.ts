/**
 * Whether an IP address lies on the public internet. Only such addresses are asked for pictures, so
 * that a theme from elsewhere can't make this computer ask its own network for anything.
 */
import { isIPv4, isIPv6 } from 'node:net';

/** What is not public of IPv4 (IANA's special-purpose registry), as network and prefix length. */
const specialIpv4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Carrier-grade NAT; some clouds keep their metadata there.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, metadata of most clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved, broadcast.
  ['224.0.0.0', 3],
  // Public by number, but inside every machine of Azure it is the host's own service.
  ['168.63.129.16', 32],
];

/** What is not public of IPv6 within 2000::/3, the only part of it that is global unicast. */
const specialIpv6: readonly (readonly [string, number])[] = [
  // Protocol assignments: Teredo, benchmarking, ORCHID.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 carries any IPv4 address inside.
  ['2002::', 16],
  ['3fff::', 20],
];

function ipv4Bytes(address: string): number[] {
  return address.split('.').map(Number);
}

/** The sixteen bytes of an address that `isIPv6` took, zone aside. */
function ipv6Bytes(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const part = (text: string): number[] =>
    text === ''
      ? []
      : text.split(':').flatMap((group) => {
          if (group.includes('.')) return ipv4Bytes(group);
          const value = Number.parseInt(group, 16);
          return [value >> 8, value & 0xff];
        });
  const start = part(head);
  const end = tail === undefined ? [] : part(tail);
  return [...start, ...Array<number>(16 - start.length - end.length).fill(0), ...end];
}

function isWithin(bytes: readonly number[], network: readonly number[], prefix: number): boolean {
  for (let bit = 0; bit < prefix; bit += 8) {
    const mask = prefix - bit >= 8 ? 0xff : (0xff << (8 - (prefix - bit))) & 0xff;
    const at = bit / 8;
    if (((bytes[at] ?? 0) & mask) !== ((network[at] ?? 0) & mask)) return false;
  }
  return true;
}

const isPublicIpv4 = (bytes: readonly number[]) =>
  !specialIpv4.some(([network, prefix]) => isWithin(bytes, ipv4Bytes(network), prefix));

/** Whether the text is an IP address, of either kind, that anybody on the internet could be asked. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return isPublicIpv4(ipv4Bytes(address));
  // A zone (`fe80::1%eth0`) is for link-local ones alone.
  if (!isIPv6(address) || address.includes('%')) return false;
  const bytes = ipv6Bytes(address);
  // A network that has IPv6 alone reaches IPv4 this way (RFC 6052).
  if (isWithin(bytes, ipv6Bytes('64:ff9b::'), 96)) return isPublicIpv4(bytes.slice(12));
  return (
    isWithin(bytes, ipv6Bytes('2000::'), 3) &&
    !specialIpv6.some(([network, prefix]) => isWithin(bytes, ipv6Bytes(network), prefix))
  );
}
