/** What the page of a printed QR code does in the browser: it shows the booking to staff who may read it. */
export const BOOKING_SCRIPT = `
'use strict';
const byId = (id) => document.getElementById(id);
const main = byId('booking'), message = byId('message'), logIn = byId('log-in');
const { reference, site } = main.dataset;
const say = (kind, text) => { message.hidden = false; message.dataset.kind = kind; message.textContent = text; };

async function show() {
  const query = new URLSearchParams({ site, q: reference, include: 'lead_person,location' });
  const answer = await fetch('/bookings?' + query);
  const body = await answer.json();
  if (answer.status === 401) { logIn.hidden = false; say('', 'Log in to see this booking.'); return; }
  logIn.hidden = true;
  const found = answer.ok && body.data.find((booking) => booking.reference === reference);
  if (!found) { say('bad', answer.ok || answer.status === 404 ? 'There is no such booking, or you have no access to it.' : body.detail); return; }
  message.hidden = true;
  const { lead_person: person, location: room } = found.expanded;
  const rows = [['Booking', found.reference], ['Person', person ? person.record_name : 'not named yet'], ['Room', room.code ? room.name + ' (' + room.code + ')' : room.name],
    ['From', found.contract_start], ['To', found.contract_end || 'open-ended'], ['Status', found.status.replace('_', ' ') + ', ' + found.phase.replace('_', ' ')]];
  const list = byId('facts');
  list.replaceChildren(...rows.flatMap(([name, value]) => {
    const dt = document.createElement('dt'), dd = document.createElement('dd');
    dt.textContent = name; dd.textContent = value;
    return [dt, dd];
  }));
  list.hidden = false;
}

logIn.addEventListener('submit', async (event) => {
  event.preventDefault();
  const answer = await fetch('/users/sessions', {
    method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: byId('email').value, password: byId('password').value }),
  });
  if (answer.ok) await show();
  else say('bad', (await answer.json()).detail);
});
show().catch(() => say('bad', 'Lodge cannot be reached. Check your connection and load the page again.'));
`;
