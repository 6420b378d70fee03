// Keeps on this phone, beside the entries, what is nice to have: there may be no room for it.
let storage = {}; // where a browser refuses to keep it, it is gone with the page
try {
  storage = localStorage ?? {};
} catch {}

const rememberSlot = (table, next) => keep(table, Math.max(storage[table] ?? 0, next));

function keep(name, value) {
  try {
    storage[name] = value;
  } catch {} // it may be full
}

// Values by what they belong to, such as a table: the newest five.
const keptValues = name => JSON.parse(storage[name] ?? "{}");
function keepValue(name, key, value) {
  const { [key]: _, ...others } = keptValues(name);
  const newest = Object.entries({ ...others, ...value && { [key]: value } }).slice(-5);
  keep(name, JSON.stringify(Object.fromEntries(newest)));
}
