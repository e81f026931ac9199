// A receiver of webhooks as a process of its own: what it has acknowledged is in the file, whenever it is killed.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [file, port] = process.argv.slice(2);
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    appendFileSync(file, `${request.headers['webhook-id']}\n`);
    response.writeHead(204).end();
  });
});
server.listen(Number(port), '127.0.0.1', () => process.send({ port: server.address().port }));
