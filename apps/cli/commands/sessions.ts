import { OperatorService } from '#libs/accounts/members/operator.service';
import { knownUser } from '#apps/cli/known-user';
import { withAccounts } from '#apps/cli/with-app';

interface Options {
  email: string;
  session?: string;
}

export async function listSessions({ email }: Options): Promise<void> {
  const sessions = await withAccounts((app) =>
    knownUser(email, app.get(OperatorService, { strict: false }).sessionsOf(email)),
  );
  for (const { _id, created_at, renewed_at, address, user_agent } of sessions)
    console.log([_id, `since ${created_at}`, `renewed ${renewed_at ?? 'never'}`, address, user_agent].join('  '));
  if (sessions.length === 0) console.log(`${email} has no session.`);
}

export async function endSessions({ email, session }: Options): Promise<void> {
  const ended = await withAccounts((app) =>
    knownUser(email, app.get(OperatorService, { strict: false }).endSessions(email, session)),
  );
  if (session && ended === 0) throw new Error(`${email} has no session ${session}.`);
  console.log(`Ended ${ended} ${ended === 1 ? 'session' : 'sessions'} of ${email}.`);
}
