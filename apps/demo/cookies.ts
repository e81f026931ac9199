interface Cookie {
  value: string;
  path: string;
}

/** The cookies of one server, sent back as a browser would: each under its path only. */
export class CookieJar {
  private readonly cookies = new Map<string, Cookie>();

  keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const separator = pair.indexOf('=');
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice('path='.length) ?? '/';
      this.cookies.set(pair.slice(0, separator), { value: pair.slice(separator + 1), path });
    }
  }

  headersFor(path: string): Record<string, string> {
    const fitting = [...this.cookies].filter(([, cookie]) => path.startsWith(cookie.path));
    if (fitting.length === 0) return {};
    return { cookie: fitting.map(([name, { value }]) => `${name}=${value}`).join('; ') };
  }
}
