// socket.io as a peer of tools/bench/socket: one room, which is sent what is published.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { Server } from 'socket.io';

const { version } = createRequire(import.meta.url)('socket.io/package.json');
const server = createServer();
const io = new Server(server, {
  transports: ['websocket'],
  perMessageDeflate: false,
  pingInterval: 3_600_000,
  pingTimeout: 3_600_000,
});
io.on('connection', (s) => s.join('bench'));
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () =>
  console.log(`127.0.0.1:${server.address().port} ${version}`),
);
createInterface({ input: process.stdin })
  .on('line', (line) => {
    for (const text of JSON.parse(line).texts) io.to('bench').emit('event', text);
  })
  .on('close', () => process.exit(0));
