// A static file server for the built page: what any web host does, and nothing more.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/**
 * Serves the folder `dist` on a free port of this machine, below the path `base` ("/" or "/some/path/").
 * Gives the page's URL, and a function that ends the server. `headers` are sent with every file.
 */
export async function serve(dist, base = "/", headers = {}) {
  if (!existsSync(join(dist, "index.html"))) throw new Error(`no built page in ${dist}: run ./dev build`);

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = pathname.startsWith(base) && join(dist, normalize("/" + decodeURIComponent(pathname.slice(base.length))));
    const found = file && [file, join(file, "index.html")].find((path) => existsSync(path) && statSync(path).isFile());
    if (!found) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(found)] ?? "application/octet-stream", "cache-control": "no-store", ...headers });
    createReadStream(found).pipe(response);
  });

  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => new Promise((closed) => (server.close(closed), server.closeAllConnections()));
  return { url: `http://127.0.0.1:${server.address().port}${base}`, close };
}
