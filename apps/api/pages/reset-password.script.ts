/**
 * What the page for a new password does in the browser. The token stays in the fragment of the address, which is never
 * sent to a server, until the form is submitted.
 */
export const RESET_PASSWORD_SCRIPT = `
'use strict';
const byId = (id) => document.getElementById(id);
const form = byId('form'), password = byId('password'), repeated = byId('repeated'), button = byId('save'), message = byId('message');
const token = decodeURIComponent(location.hash.slice(1));
const minimum = Number(form.dataset.minimum);
const { core, 'language-common': common } = window.zxcvbnts;
const strength = new core.ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs, maxLength: 64 });

function say(kind, text) { message.hidden = false; message.dataset.kind = kind; message.textContent = text; }

function checkPassword() {
  const value = password.value, length = [...value].length;
  const score = value === '' ? 0 : strength.check(value, ['lodge']).score;
  byId('strength').value = score;
  const rules = { length: length >= minimum && length <= 128, guess: score >= 3, same: value !== '' && value === repeated.value };
  for (const [name, holds] of Object.entries(rules)) document.querySelector('[data-rule="' + name + '"]').dataset.holds = holds;
  button.disabled = !Object.values(rules).every(Boolean);
}

async function save(event) {
  event.preventDefault();
  button.disabled = true;
  say('', 'One moment ...');
  try {
    const answer = await fetch('/users/password-reset/reset', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token, password: password.value }),
    });
    const body = await answer.json();
    if (!answer.ok) { say('bad', body.detail || body.title); button.disabled = false; return; }
    history.replaceState(null, '', location.pathname);
    form.hidden = true;
    say('good', 'Your new password is saved. You can log in with it now.');
    byId('next').hidden = false;
  } catch { say('bad', 'Lodge cannot be reached. Check your connection and try again.'); button.disabled = false; }
}

if (token === '') { form.hidden = true; say('bad', 'This page needs the whole link of the mail. Open the link again, or ask for a new one below.'); byId('again').hidden = false; }
// A link that is pasted into this page changes only the fragment.
window.addEventListener('hashchange', () => location.reload());
password.addEventListener('input', checkPassword);
repeated.addEventListener('input', checkPassword);
form.addEventListener('submit', save);
byId('again').addEventListener('submit', async (event) => {
  event.preventDefault();
  const answer = await fetch('/users/password-reset/request', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: byId('email').value }),
  });
  const body = await answer.json();
  if (answer.ok) say('good', 'If an account has this email address, a mail with a new link is on its way.');
  else say('bad', body.detail || body.title);
});
checkPassword();
`;
