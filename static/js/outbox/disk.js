// An entry is stored on this phone before it is sent, until the server has responded to it. Its
// state is "waiting", or the reason why it came back: "conflict", "refused" (by a rule), "gone"
// (the device has no such game) or "failed" (a bug). See docs/offline.md.

// Opened without a version, so that pages of different releases can use it at the same time.
const onDisk = act => new Promise((resolve, reject) => {
  const opening = indexedDB.open("scorekeeper");
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore("outbox", { keyPath: "id", autoIncrement: true });
  opening.onerror = reject;
  opening.onsuccess = () => {
    const disk = opening.result;
    const transaction = disk.transaction("outbox", "readwrite", { durability: "strict" });
    const request = act(transaction.objectStore("outbox"));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = reject;
    disk.close(); // after the transaction, so that it does not block other releases
  };
});

const readEntries = () => onDisk(store => store.getAll());

// A corrected entry, or the choice after a conflict, replaces the stored one, and a correction the
// one that was made from the same revision: its form may have been opened again from the cache.
async function storeEntry(entry, replaced = entry.submission) {
  const stored = (await readEntries()).find(({ submission, url }) =>
    submission === replaced || /correct.*#/.test(url) && url === entry.url);
  return onDisk(store => store.put({ ...stored, ...entry }));
}

// Delete an entry that the server has not saved. The rounds after it move up, unless its place is
// taken: by the round that it conflicts with.
const discardEntry = ({ id, table, next, state }) => onDisk(store => {
  const request = store.getAll();
  request.onsuccess = () => {
    if (!request.result.some(entry => entry.id === id)) return; // it was saved meanwhile
    for (const entry of request.result)
      if (next && state !== "conflict" && entry.table === table && entry.next > next) store.put({
        ...entry,
        next: entry.next - 1,
        title: addToNumber(entry.title, -1),
        fields: entry.fields.map(([name, value]) => [name, name === "slot" ? value - 1 : value]),
      });
    store.delete(id);
  };
  return request;
});

// Store the outcome of an entry, or delete it without one; not if it was changed meanwhile.
const settleEntry = (entry, outcome) => onDisk(store => {
  const request = store.get(entry.id);
  request.onsuccess = () => {
    if (request.result?.at !== entry.at) return;
    if (outcome) store.put({ ...request.result, ...outcome });
    else store.delete(entry.id);
  };
  return request;
});
