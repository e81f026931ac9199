/** The bar at the top: a log-in form, who is logged in, the site, and log-out. */
export const SESSION_SCRIPT = `
const viewport = document.createElement('meta');
viewport.name = 'viewport';
viewport.content = 'width=device-width, initial-scale=1';
document.head.append(viewport);

const element = (name, attributes, ...children) => {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
};
const said = element('p', { className: 'lodge-said', role: 'status' });
const email = element('input', { type: 'email', name: 'email', placeholder: 'Email', autocomplete: 'username', required: true, ariaLabel: 'Email' });
const password = element('input', { type: 'password', name: 'password', placeholder: 'Password', autocomplete: 'current-password', required: true, ariaLabel: 'Password' });
const form = element('form', { className: 'lodge-form', hidden: true }, email, password, element('button', { type: 'submit', textContent: 'Log in' }));
const sites = element('select', { className: 'lodge-sites', hidden: true, ariaLabel: 'Site' });
const leave = element('button', { type: 'button', textContent: 'Log out', hidden: true });
const home = element('a', { href: '/', className: 'lodge-home', textContent: 'Lodge' });
const bar = element('header', { className: 'lodge-bar', ariaLabel: 'Your session' }, home, form, said, sites, leave);
document.body.prepend(bar);

let loggedIn;
async function askForUser() {
  const answer = await fetch('/users/@me');
  if (answer.ok) return answer.json();
  const renewed = answer.status === 401 && (await fetch('/users/sessions/refresh', { method: 'POST' }));
  return renewed && renewed.ok ? (await fetch('/users/@me')).json() : undefined;
}
async function showUser() {
  const user = await askForUser();
  // Responses to one user must not be visible to the next person at the desk.
  if (loggedIn && user?._id !== loggedIn) return location.reload();
  loggedIn = user?._id;
  form.hidden = Boolean(user);
  leave.hidden = !user;
  said.textContent = user ? 'Logged in as ' + user.first_name + ' ' + user.last_name + ' (' + user.email + ')' : 'Log in to try the operations.';
  if (user) await showSites(user.last_site);
}
async function showSites(last) {
  const answer = await fetch('/sites');
  const found = answer.ok ? await answer.json() : [];
  memory.zones = Object.fromEntries(found.map(({ _id, time_zone }) => [_id, time_zone]));
  sites.replaceChildren(...found.map(({ _id, name }) => element('option', { value: _id, textContent: name })));
  const chosen = [last, EXAMPLE_SITE].find((id) => found.some(({ _id }) => _id === id)) ?? found[0]?._id;
  sites.hidden = found.length === 0;
  sites.value = chosen ?? '';
  useSite(chosen);
}
function useSite(site) {
  memory.useSite(site);
  if (site) void learnCodes(site);
}
// Nobody knows by heart why bookings may be cancelled.
async function learnCodes(site) {
  const answer = await fetch('/sites/' + site + '/cancellation-codes');
  if (answer.ok && memory.site === site) memory.learn((await answer.json()).filter(({ active }) => active !== false).map(({ code, name }) => ({ kind: 'cancellation_code', id: code, label: name })));
}
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const answer = await fetch('/users/sessions', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: email.value, password: password.value }),
  });
  password.value = '';
  if (answer.ok) return showUser();
  said.textContent = (await answer.json()).detail;
  password.focus();
});
sites.addEventListener('change', () => {
  useSite(sites.value);
  void fetch('/users/@me/hint', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ site_id: sites.value }) });
});
leave.addEventListener('click', async () => { await fetch('/users/sessions', { method: 'DELETE' }); location.reload(); });
`;
