import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { verify } from '@node-rs/argon2';
import { listStudents } from '#libs/students/students.queries';
import { newId } from '#libs/core/http/ids';

const USER = 'SELECT id, password_hash FROM users WHERE lower(email) = lower($1) AND disabled_at IS NULL';
const SESSION = `INSERT INTO sessions (id, user_id, refresh_hash, idle_expires_at, expires_at) VALUES ($1, $2, $3, now() + interval '8 hours', now() + interval '7 days')`;

/** The list of students as a stream, and the log-in. */
export function fileRoutes(server, sql) {
  const students = { rows: (text, values) => sql(`students ${values.length}`, text, values) };

  async function* pieces(site) {
    let after;
    let opening = '[';
    do {
      const batch = await listStudents(students, site, {}, true, { after, limit: 1_000, skip: 0 });
      if (batch.json.length > 0) yield opening + batch.json.join(',');
      opening = ',';
      after = batch.json.length === 1_000 ? batch.last : undefined;
    } while (after);
    yield ']';
  }

  server.get('/students/:siteId', (request, reply) =>
    reply.type('application/json').send(Readable.from(pieces(request.params.siteId), { objectMode: false })),
  );

  server.post('/users/sessions', { config: { public: true } }, async ({ body }, reply) => {
    const [user] = await sql('user', USER, [body.email]);
    if (!user || !(await verify(user.password_hash, body.password))) return reply.status(401).send({});
    const secret = randomBytes(32);
    await sql('open', SESSION, [newId(), user.id, createHash('sha256').update(secret).digest()]);
    return { success: true };
  });
}
