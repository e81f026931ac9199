/** The style sheet of all pages. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5b6475; --line: #d9dde5; --paper: #ffffff; --back: #f4f5f8; --accent: #1f5fbf; --bad: #b3261e; --good: #1b7f4b; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ebf2; --soft: #a3acbd; --line: #353c4b; --paper: #1b202b; --back: #12161e; --accent: #8ab4f8; --bad: #f2988f; --good: #7ed3a4; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
header { max-width: 44rem; margin: 0 auto; padding: 1.25rem 1.25rem 0; }
header a { color: var(--ink); font-weight: 700; text-decoration: none; letter-spacing: .02em; }
main { max-width: 44rem; margin: 1rem auto 3rem; padding: 1.75rem; background: var(--paper); border: 1px solid var(--line); border-radius: 12px; }
@media (max-width: 46rem) { main { margin: 1rem .75rem 2rem; padding: 1.25rem; } header { padding: 1rem 1rem 0; } }
h1 { margin: 0 0 .75rem; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 1.75rem 0 .5rem; font-size: 1.1rem; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); }
code { font-family: ui-monospace, SFMono-Regular, Menlo, monospace; font-size: .92em; overflow-wrap: anywhere; }
pre { margin: 0 0 .75rem; padding: .75rem .9rem; background: var(--back); border-radius: 8px; overflow-x: auto; font-size: .85rem; }
pre code { overflow-wrap: normal; }
ul { padding-left: 1.25rem; margin: 0 0 .75rem; }
.soft { color: var(--soft); }
.links { list-style: none; padding: 0; }
.links li { padding: .6rem 0; border-top: 1px solid var(--line); }
.links a { font-weight: 700; display: block; }
label { display: block; font-weight: 700; margin: 1rem 0 .25rem; }
input { width: 100%; padding: .6rem .7rem; font: inherit; color: inherit; background: var(--back); border: 1px solid var(--line); border-radius: 8px; }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
button { margin-top: 1.1rem; padding: .6rem 1.1rem; font: inherit; font-weight: 700; color: var(--paper); background: var(--accent); border: 0; border-radius: 8px; cursor: pointer; }
button[disabled] { opacity: .5; cursor: default; }
meter { width: 100%; height: .7rem; margin-top: .5rem; }
.rules { list-style: none; padding: 0; }
.rules li::before { content: "○ "; }
.rules li[data-holds="true"] { color: var(--good); }
.rules li[data-holds="true"]::before { content: "✓ "; }
.message { padding: .7rem .9rem; border-left: 4px solid var(--line); background: var(--back); border-radius: 6px; }
.message[data-kind="bad"] { border-color: var(--bad); }
.message[data-kind="good"] { border-color: var(--good); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
[hidden] { display: none; }
`;

/** The icon of the pages: a gabled house with a door. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f5fbf"/><path d="M6 16 16 7l10 9v9H6z" fill="#fff"/><rect x="13" y="17" width="6" height="8" fill="#1f5fbf"/></svg>`;
