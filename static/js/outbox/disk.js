// Nothing is lost: an entry is on this phone's disk before it is sent, and stays there until the
// server has answered for it. Its state is "waiting", or says why it came back: "conflict",
// "refused" by a rule, or "gone" (no such game for this device). See docs/architecture.md.

// Opened in whichever version it has, so that pages of two releases get on with each other.
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
    disk.close(); // after the transaction; another release need not wait for this page
  };
});

const readEntries = () => onDisk(store => store.getAll());

// What was fixed or chosen takes the place of what was not.
async function storeEntry(entry, replaced = entry.submission) {
  const id = (await readEntries()).find(({ submission }) => submission === replaced)?.id;
  return onDisk(store => store.put(id ? { ...entry, id } : entry));
}

// Record what became of an entry, or drop it, unless it was fixed meanwhile or another tab did.
const settleEntry = (entry, outcome) => onDisk(store => {
  const request = store.get(entry.id);
  request.onsuccess = () => {
    if (request.result?.at !== entry.at) return;
    if (outcome) store.put({ ...entry, ...outcome });
    else store.delete(entry.id);
  };
  return request;
});
