/**
 * What Lodge adds to Swagger UI in the browser: the width of a telephone, a log-in form at the top that says who is logged in,
 * and ids that fill in by themselves from what an earlier response returned.
 */
export const SWAGGER_SCRIPT = `
'use strict';
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
const form = element('form', { className: 'lodge-form' }, email, password, element('button', { type: 'submit', textContent: 'Log in' }));
const leave = element('button', { type: 'button', textContent: 'Log out', hidden: true });
const bar = element('section', { className: 'lodge-bar', ariaLabel: 'Your session' }, element('strong', { textContent: 'Lodge' }), form, said, leave);
document.body.prepend(bar);

async function showUser() {
  const answer = await fetch('/users/@me');
  const user = answer.ok ? await answer.json() : undefined;
  form.hidden = Boolean(user);
  leave.hidden = !user;
  said.textContent = user ? 'Logged in as ' + user.first_name + ' ' + user.last_name + ' (' + user.email + ')' : 'Log in to try the operations.';
}
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const answer = await fetch('/users/sessions', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: email.value, password: password.value }),
  });
  password.value = '';
  if (answer.ok) await showUser();
  else said.textContent = (await answer.json()).detail;
});
leave.addEventListener('click', async () => { await fetch('/users/sessions', { method: 'DELETE' }); await showUser(); });
void showUser();
`;

/** The style of Swagger UI: quieter, without the parts that do not apply, and usable at the width of a telephone. */
export const SWAGGER_STYLE = `
.swagger-ui .topbar, .swagger-ui .auth-wrapper, .swagger-ui .authorization__btn { display: none; }
.lodge-bar { position: sticky; top: 0; z-index: 10; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .6rem 1rem; background: #1d2433; color: #fff; font: 15px/1.4 system-ui, sans-serif; }
.lodge-bar strong { letter-spacing: .03em; }
.lodge-bar p { margin: 0; flex: 1 1 12rem; }
.lodge-bar [hidden] { display: none; }
.lodge-form { display: flex; flex-wrap: wrap; gap: .4rem; }
.lodge-bar input { padding: .35rem .5rem; border: 0; border-radius: 6px; font: inherit; min-width: 0; }
.lodge-bar button { padding: .35rem .8rem; border: 0; border-radius: 6px; font: inherit; font-weight: 600; background: #8ab4f8; color: #10151f; cursor: pointer; }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 8px; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-path, .swagger-ui .opblock .opblock-summary-description { max-width: 100%; flex: 1 1 100%; font-size: 14px; overflow-wrap: anywhere; }
  .swagger-ui table.parameters, .swagger-ui table.parameters tbody, .swagger-ui table.parameters tr, .swagger-ui table.parameters td { display: block; width: 100%; }
  .swagger-ui table.parameters thead { display: none; }
  .swagger-ui .parameters-col_description input, .swagger-ui .parameters-col_description select { max-width: 100%; width: 100%; font-size: 16px; }
  .swagger-ui textarea { font-size: 16px; }
  .lodge-bar input { flex: 1 1 9rem; }
}
`;
