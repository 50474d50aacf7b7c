// IndexedDB, because `chrome.storage` would need another permission, and a service worker has no
// `localStorage`.
const STORE = 'settings';
const KEY = 'server';

/** @returns {Promise<string | null>} the origin of the chosen server; null if there is none yet */
export async function readServer() {
  const value = /** @type {unknown} */ (await inStore('readonly', (store) => store.get(KEY)));
  return typeof value === 'string' ? value : null;
}

/** @param {string} origin */
export async function writeServer(origin) {
  await inStore('readwrite', (store) => store.put(origin, KEY));
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} ask
 * @returns {Promise<T>}
 */
async function inStore(mode, ask) {
  const opening = indexedDB.open('dipper', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await result(opening);
  try {
    return await result(ask(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });
}
