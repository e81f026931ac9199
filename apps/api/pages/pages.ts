import { escapeHtml, pageOf } from '#libs/core/pages/page';

/** The page at the address that is printed when Lodge starts. */
export const homePage = (): string =>
  pageOf({
    title: 'Student accommodation',
    body: `<h1>Lodge runs student accommodation</h1>
<p>Who lives in which room, from when to when, and everything a housing office does about it. A room is never sold twice, and an import is never silently wrong.</p>
<ul class="links">
<li><a href="/docs">Try the interface (Swagger UI)</a><span class="soft">Log in there once; every example works as it stands.</span></li>
<li><a href="/reference/README.md">Reference in Markdown</a><span class="soft">Every operation, field and error, for people and programs that read.</span></li>
<li><a href="/openapi.json">OpenAPI document</a><span class="soft">To generate a client, or to import into your own tools.</span></li>
<li><a href="/health/ready">Health</a><span class="soft">Whether the database, the queue, the mail server and the file store respond.</span></li>
<li><a href="/reset-password">Set a new password</a><span class="soft">With the link of the mail, or ask for one.</span></li>
</ul>`,
  });

/** The page that the links of invitations and password mails lead to. */
export const resetPasswordPage = (minimum: number): string =>
  pageOf({
    title: 'Set a password',
    scripts: ['/pages/zxcvbn.js', '/pages/zxcvbn-common.js', '/pages/reset-password.js'],
    body: `<h1>Set a password</h1>
<p id="message" class="message" role="status" hidden></p>
<form id="form" data-minimum="${minimum}" novalidate>
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required aria-describedby="rules">
<meter id="strength" min="0" max="4" low="2" high="3" optimum="4" value="0" aria-label="How hard the password is to guess"></meter>
<label for="repeated">The same again</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required>
<ul id="rules" class="rules">
<li data-rule="length">It has ${minimum} to 128 characters.</li>
<li data-rule="guess">It is hard to guess. Three or four unrelated words are a good start.</li>
<li data-rule="same">Both fields are the same.</li>
</ul>
<p class="soft">It must not contain your email address. Saving it ends every session of your account.</p>
<button id="save" type="submit" disabled>Save the password</button>
</form>
<form id="again" hidden>
<label for="email">Your email address</label>
<input id="email" name="email" type="email" autocomplete="username" required>
<button type="submit">Send a new link</button>
</form>
<p id="next" hidden><a href="/">Go to Lodge</a></p>
<noscript><p class="message" data-kind="bad">This page needs JavaScript. You can also send the token of the mail to POST /users/password-reset/reset.</p></noscript>`,
  });

const LOG_IN = `<form id="log-in" hidden>
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button type="submit">Log in</button>
</form>`;

/** The page that the QR code of a booking confirmation leads to. It holds nothing about the booking by itself. */
export const bookingPage = (reference: string, site: string): string =>
  pageOf({
    title: `Booking ${reference}`,
    scripts: ['/pages/booking.js'],
    body: `<h1>Booking ${escapeHtml(reference)}</h1>
<p id="message" class="message" role="status" hidden></p>
<div id="booking" data-reference="${escapeHtml(reference)}" data-site="${escapeHtml(site)}"><dl id="facts" hidden></dl></div>
${LOG_IN}
<noscript><p class="message">This page needs JavaScript. The reference of the booking is ${escapeHtml(reference)}.</p></noscript>`,
  });

/** The page of the mail to a person with an account: it lists their invitations, to accept or decline. */
export const invitationsPage = (): string =>
  pageOf({
    title: 'Your invitations',
    scripts: ['/pages/invitations.js'],
    body: `<h1>Your invitations</h1>
<p id="message" class="message" role="status" hidden></p>
<ul id="invitations" class="links"></ul>
${LOG_IN}
<noscript><p class="message">This page needs JavaScript. The interface has the same: GET /users/@me/invitations.</p></noscript>`,
  });
