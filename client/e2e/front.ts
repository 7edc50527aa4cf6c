/**
 * A way to the server that a test can close, and whose answers it can change: what a service worker does when the site
 * is gone is seen only where the site is really gone. It is a picture host, too, which is the same for pictures.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Changes the text of a path's answer. */
type Change = (text: string) => string;

export class Front {
  readonly changes = new Map<string, Change>();
  private server: Server | undefined;
  private isShut = false;
  private port = 0;

  constructor(private readonly behind: { readonly url: string }) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async open(): Promise<this> {
    this.isShut = false;
    if (this.server) return this;
    const server = createServer((request, response) => {
      this.pass(request, response).catch(() => response.destroy());
    });
    server.on("connection", (socket) => {
      if (this.isShut) socket.destroy();
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(0, "127.0.0.1", resolve);
    });
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
    return this;
  }

  /**
   * Every connection ends at once until it is opened again. It keeps its port, which any other connection could take
   * meanwhile.
   */
  shut(): void {
    this.isShut = true;
    this.server?.closeAllConnections();
  }

  async close(): Promise<void> {
    this.shut();
    await new Promise((resolve) => this.server?.close(resolve));
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
