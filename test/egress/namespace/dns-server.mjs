import dgram from 'node:dgram';
import { once } from 'node:events';

const TYPE_A = 1;
const TYPE_AAAA = 28;
const NAME_ERROR = 3;
const HEADER_BYTES = 12;

/**
 * Opens a name server on 127.0.0.1 port 53 (RFC 1035, one question per query). Its answers have a
 * TTL of 0, so that clients do not cache them.
 * @param {(name: string, isIPv6: boolean) => string[] | null} answer
 */
export async function openDns(answer) {
  const socket = dgram.createSocket('udp4');
  socket.on('message', (query, peer) => {
    socket.send(reply(query, answer), peer.port, peer.address);
  });
  socket.bind(53, '127.0.0.1');
  await once(socket, 'listening');
  return { close: () => socket.close() };
}

function reply(query, answer) {
  const { name, type, end } = question(query);
  const isAddress = type === TYPE_A || type === TYPE_AAAA;
  const found = answer(name, type === TYPE_AAAA);
  const addresses = isAddress ? (found ?? []) : [];
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (found ? 0 : NAME_ERROR), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) => record(type, addressBytes(address)));
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...records]);
}

function question(query) {
  const labels = [];
  let at = HEADER_BYTES;
  while (query[at] > 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]));
    at += 1 + query[at];
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Makes a resource record, whose name is a pointer to the name in the question. */
function record(type, data) {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function addressBytes(address) {
  if (!address.includes(':')) {
    return Buffer.from(address.split('.').map(Number));
  }
  // URL normalizes IPv6 addresses to hex groups, even if the input has dots.
  const [left, right] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = (text) => (text ? text.split(':') : []);
  const missing = 8 - groups(left).length - groups(right).length;
  const all = [
    ...groups(left),
    ...Array(right === undefined ? 0 : missing).fill('0'),
    ...groups(right),
  ];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
