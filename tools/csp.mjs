// Trunk's post_build hook: puts the hash of Trunk's inline loader into the page's Content-Security-Policy.
//
// In JavaScript because every machine that builds the page has Node: wasm-opt comes as an npm package.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PLACEHOLDER = "'sha256-LOADER'";
const file = join(process.env.TRUNK_STAGING_DIR, "index.html");
const html = readFileSync(file, "utf8");

const inline = [...html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/gi)].filter(([, attributes]) => !/\ssrc\s*=/i.test(attributes));
if (inline.length !== 1) fail(`expected Trunk's loader as the only inline script, found ${inline.length} inline scripts`);
if (html.split(PLACEHOLDER).length !== 2) fail(`expected ${PLACEHOLDER} once, in the Content-Security-Policy`);

const hash = createHash("sha256").update(inline[0][2]).digest("base64");
writeFileSync(file, html.replace(PLACEHOLDER, `'sha256-${hash}'`));

function fail(message) {
  console.error(`csp.mjs: ${file}: ${message}`);
  process.exit(1);
}
