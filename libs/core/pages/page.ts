/** The content security policy of the pages: only files of this origin, nothing in line, and no frames. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface Page {
  title: string;
  /** HTML. Every value in it has been through `escapeHtml`. */
  body: string;
  /** Paths of the scripts to load, in this order. */
  scripts?: string[];
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text that is safe as the content of an element and as the value of an attribute. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** A whole page in the design of Lodge. It is readable without scripts. */
export const pageOf = ({ title, body, scripts = [] }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Lodge</title>
<link rel="stylesheet" href="/pages/lodge.css">
<link rel="icon" href="/pages/lodge.svg">
${scripts.map((path) => `<script src="${path}" defer></script>`).join('\n')}
</head>
<body>
<header><a href="/">Lodge</a></header>
<main>
${body}
</main>
</body>
</html>
`;
