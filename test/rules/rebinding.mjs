// Sends to a name whose address changes between two look-ups, through the resolver of the system and packets of DNS.
// The caller lets /etc/resolv.conf name 127.0.0.77 (test/rules/webhook-addresses.spec.ts).
import { Buffer } from 'node:buffer';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { post } from '#libs/webhooks/sending/post';
import { addressCheck, checkedLookup } from '#libs/webhooks/sending/public-address';

const [OUTSIDE, INSIDE] = ['127.0.0.2', '127.0.0.1'];
const IPV4 = 1;

let asked = 0;
const resolver = createSocket('udp4');
resolver.on('message', (query, { address, port }) => {
  const end = query.indexOf(0, 12) + 5;
  const type = query.readUInt16BE(end - 4);
  const answers = type === IPV4 ? [asked++ % 2 === 0 ? OUTSIDE : INSIDE] : [];
  const header = Buffer.concat([query.subarray(0, 2), Buffer.from([0x81, 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0])]);
  // The name of the question, for no seconds.
  const records = answers.map((each) => Buffer.from([0xc0, 12, 0, IPV4, 0, 1, 0, 0, 0, 0, 0, 4, ...each.split('.').map(Number)])); // prettier-ignore
  resolver.send(Buffer.concat([header, query.subarray(12, end), ...records]), port, address);
});
resolver.bind(53, '127.0.0.77');
await once(resolver, 'listening');

let reached = 0;
const inner = createServer((_request, response) => response.end()).on('connection', () => reached++);
inner.listen(0, INSIDE);
await once(inner, 'listening');

const isAllowed = addressCheck([OUTSIDE]);
const errors = [];
for (let round = 0; round < 4; round++) {
  const url = `http://rebinding.example:${inner.address().port}/`;
  errors.push((await post(url, {}, '{}', { isAllowed, lookup: checkedLookup(isAllowed) })).error);
}
console.log(JSON.stringify({ asked, reached, errors }));
process.exit();
