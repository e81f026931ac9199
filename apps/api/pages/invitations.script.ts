/** What the page of invitations does in the browser. */
export const INVITATIONS_SCRIPT = `
'use strict';
const byId = (id) => document.getElementById(id);
const list = byId('invitations'), message = byId('message'), logIn = byId('log-in');
const say = (kind, text) => { message.hidden = false; message.dataset.kind = kind; message.textContent = text; };
const post = (url, body) => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

function entryOf(invitation) {
  const entry = document.createElement('li'), text = document.createElement('span');
  text.textContent = invitation.invited_by + ' invites you to ' + invitation.site.name + ' with the role ' + invitation.role + '. ';
  const buttons = [['accept', 'Accept', 'You are a member of '], ['decline', 'Decline', 'You declined ']].map(([verb, label, done]) => {
    const button = document.createElement('button');
    button.type = 'button'; button.textContent = label; button.dataset.verb = verb;
    button.addEventListener('click', async () => {
      const answer = await post('/users/@me/invitations/' + invitation._id + '/' + verb, {});
      if (answer.ok) { entry.remove(); say('good', done + invitation.site.name + '.'); } else say('bad', (await answer.json()).detail);
    });
    return button;
  });
  entry.append(text, ...buttons);
  return entry;
}

async function show() {
  const answer = await fetch('/users/@me/invitations');
  logIn.hidden = answer.status !== 401;
  if (answer.status === 401) return say('', 'Log in to see your invitations.');
  const body = await answer.json();
  if (!answer.ok) return say('bad', body.detail);
  list.replaceChildren(...body.map(entryOf));
  if (body.length === 0) say('', 'There is no invitation for you.'); else message.hidden = true;
}

logIn.addEventListener('submit', async (event) => {
  event.preventDefault();
  const answer = await post('/users/sessions', { email: byId('email').value, password: byId('password').value });
  if (answer.ok) await show(); else say('bad', (await answer.json()).detail);
});
show().catch(() => say('bad', 'Lodge cannot be reached. Check your connection and load the page again.'));
`;
