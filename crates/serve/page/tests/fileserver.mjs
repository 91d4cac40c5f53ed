// A plain file server, such as any web host is: files and ranges of them, no more.
// It counts what it serves.
import { createServer } from "node:http";
import { open, stat } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };

export async function serveFolder(folder, { ranges = true } = {}) {
  const served = { requests: 0, bytes: 0, partial: 0 };
  const server = createServer(async (request, response) => {
    served.requests += 1;
    const path = decodeURIComponent(new URL(request.url, "http://host").pathname);
    const file = join(folder, normalize(path === "/" ? "/index.html" : path));
    try {
      const size = (await stat(file)).size;
      const range = ranges ? /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") : null;
      const [start, end] = range ? [Number(range[1]), Math.min(Number(range[2]), size - 1)] : [0, size - 1];
      if (start > end && size > 0) return void response.writeHead(416).end();
      const bytes = Buffer.alloc(end - start + 1);
      const handle = await open(file);
      await handle.read(bytes, 0, bytes.length, start);
      await handle.close();
      served.bytes += bytes.length;
      if (range) served.partial += 1;
      response.writeHead(range ? 206 : 200, {
        "content-type": KINDS[extname(file)] ?? "application/octet-stream",
        ...(range ? { "content-range": `bytes ${start}-${end}/${size}` } : {}),
      }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, served, close: () => server.close() };
}
