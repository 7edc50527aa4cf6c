// A worker thread: forges the items it is handed, one at a time, and hands back their files.
import { parentPort } from 'node:worker_threads';
import { forgeItem } from './piece/item.js';

parentPort.on('message', async ({ id, forge }) => {
  parentPort.postMessage({ id, ...(await forgeItem(forge)) });
});
