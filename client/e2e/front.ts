/**
 * A way to the server that a test can close, and whose answers it can change: what a service worker does when the site is gone
 * is seen only where the site is really gone. It is a picture host, too, which is the same for pictures.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Changes the text of a path's answer. */
type Change = (text: string) => string;

export class Front {
  readonly changes = new Map<string, Change>();
  private server: Server | undefined;
  private port = 0;

  constructor(private readonly behind: { readonly url: string }) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Under the same address as before. */
  async open(): Promise<this> {
    const server = createServer((request, response) => {
      this.pass(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(this.port, "127.0.0.1", resolve);
    });
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
    return this;
  }

  async close(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    const gone = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await gone;
  }

  private async pass({ method = "GET", url = "/", headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const wanted: Record<string, string> = { "accept-encoding": "identity" };
    for (const name of ["accept", "cookie", "lang", "token"]) if (headers[name]) wanted[name] = String(headers[name]);
    const answer = await fetch(new URL(url, this.behind.url), { method, headers: wanted, redirect: "manual" });
    const change = this.changes.get(url);
    const body = change ? change(await answer.text()) : Buffer.from(await answer.arrayBuffer());
    for (const name of ["content-type", "cache-control", "content-security-policy", "access-control-allow-origin"]) {
      const value = answer.headers.get(name);
      if (value) response.setHeader(name, value);
    }
    response.writeHead(answer.status).end(body);
  }
}
