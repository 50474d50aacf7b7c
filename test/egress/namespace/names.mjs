export const PUBLIC = '93.184.216.34';
const PUBLIC6 = '2606:2800:220:1::1';
const METADATA = '169.254.169.254';

export const OWN_HOST = 'dipper.test';

/** Addresses that count as the public internet. A connection to any other address is a leak. */
export const PUBLIC_ADDRESSES = new Set([
  PUBLIC,
  PUBLIC6,
  '100.63.255.254',
  '100.128.0.1',
  '172.15.255.254',
  '172.32.0.1',
  '192.0.1.1',
]);

/**
 * The addresses to which each name resolves, with one list per turn. Rebinding names have several
 * turns.
 */
const TURNS = {
  'pub.test': [[PUBLIC]],
  'pub6.test': [[PUBLIC6]],
  'xn--bcher-kva.test': [[PUBLIC]],
  [OWN_HOST]: [[PUBLIC]],
  'metadata.google.internal': [[METADATA]],
  redis: [['10.0.0.5']],
  'postgres.internal': [['10.0.0.5']],
  'printer.local': [['192.168.1.1']],
  'loop.test': [['127.0.0.1']],
  '10.0.0.5.nip.test': [['10.0.0.5']],
  'v6loop.test': [['::1']],
  'mapped.test': [[`::ffff:${METADATA}`]],
  'nat64.test': [['64:ff9b::7f00:1']],
  'mixed.test': [[PUBLIC, '127.0.0.1']],
  'rebind.test': [[PUBLIC], ['127.0.0.1']],
  'rebind-md.test': [[PUBLIC], [METADATA]],
};

/**
 * Returns a function that resolves names from the table.
 * @returns {(name: string, isIPv6: boolean) => string[] | null} null for a name that does not exist
 */
export function answers() {
  const asked = new Map();
  return (name, isIPv6) => {
    const turns = TURNS[name.toLowerCase()];
    if (!turns) {
      return null;
    }
    const key = `${name} ${isIPv6}`;
    const turn = asked.get(key) ?? 0;
    asked.set(key, turn + 1);
    return turns[turn % turns.length].filter((address) => address.includes(':') === isIPv6);
  };
}
