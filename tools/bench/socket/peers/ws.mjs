// npm's ws as a peer of tools/bench/socket: everything goes to everybody, framed once for each publication.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';

const { version } = createRequire(import.meta.url)('ws/package.json');
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (s) => s.on('error', () => s.terminate()));
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () =>
  console.log(`127.0.0.1:${server.address().port} ${version}`),
);
createInterface({ input: process.stdin })
  .on('line', (line) => {
    for (const text of JSON.parse(line).texts) {
      const data = Buffer.from(text);
      for (const s of sockets.clients) s.send(data);
    }
  })
  .on('close', () => process.exit(0));
