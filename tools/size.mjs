// Prints what a visitor downloads: the size of each built file, raw and as a Brotli server would send it.
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const dist = process.argv[2] ?? "dist";
const order = [".wasm", ".js", ".css", ".html", ".svg"];

const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => {
    const bytes = readFileSync(join(entry.parentPath ?? entry.path, entry.name));
    return { name: entry.name, kind: extname(entry.name), raw: bytes.length, brotli: brotliCompressSync(bytes).length };
  })
  .sort((a, b) => rank(a) - rank(b) || b.raw - a.raw);

const total = files.reduce((sum, { raw, brotli }) => ({ raw: sum.raw + raw, brotli: sum.brotli + brotli }), { raw: 0, brotli: 0 });
const width = Math.max(...files.map(({ name }) => name.length));
row("file", "raw", "brotli");
for (const { name, raw, brotli } of files) row(name, kilobytes(raw), kilobytes(brotli));
row("total", kilobytes(total.raw), kilobytes(total.brotli));

function rank({ kind }) {
  const place = order.indexOf(kind);
  return place < 0 ? order.length : place;
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function row(name, raw, brotli) {
  console.log(`${name.padEnd(width)}  ${raw.padStart(10)}  ${brotli.padStart(10)}`);
}
