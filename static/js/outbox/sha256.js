// SHA-256, because browsers offer it over https only.
const primes = [], fraction = number => number % 1 * 2 ** 32 | 0;
for (let number = 2; primes.length < 64; number++)
  if (primes.every(prime => number % prime)) primes.push(number);
const roundConstants = primes.map(prime => fraction(Math.cbrt(prime)));

function sha256(bytes) {
  const data = new DataView(new ArrayBuffer(bytes.length + 72 >> 6 << 6));
  const state = primes.slice(0, 8).map(prime => fraction(Math.sqrt(prime)));
  new Uint8Array(data.buffer).set([...bytes, 128]);
  data.setUint32(data.byteLength - 4, bytes.length * 8);
  for (let at = 0; at < data.byteLength; at += 64) mixBlock(state, scheduleOf(data, at));
  return new Uint8Array(state.flatMap(word => [word >>> 24, word >>> 16, word >>> 8, word]));
}

const rotate = (word, ...steps) =>
  steps.reduce((sum, by) => sum ^ (word >>> by | word << 32 - by), 0);

function scheduleOf(data, at) {
  const words = [];
  for (let i = 0; i < 64; i++) {
    const late = words[i - 15], recent = words[i - 2];
    words[i] = i < 16 ? data.getInt32(at + 4 * i) :
      words[i - 16] + words[i - 7] + (rotate(late, 7, 18) ^ late >>> 3) +
      (rotate(recent, 17, 19) ^ recent >>> 10) | 0;
  }
  return words;
}

function mixBlock(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (const [i, word] of words.entries()) {
    const first = h + rotate(e, 6, 11, 25) + (e & f ^ ~e & g) + roundConstants[i] + word | 0;
    const second = rotate(a, 2, 13, 22) + (a & b ^ a & c ^ b & c) | 0;
    [a, b, c, d, e, f, g, h] = [first + second | 0, a, b, c, d + first | 0, e, f, g];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] += word;
}
