import type { Language } from '#libs/core/languages/catalogue';

/** The header of what a site prints, and the footer of what it mails. */
export interface Letterhead {
  name: string;
  address: string | null;
  phone: string | null;
  email: string | null;
  colour: string | null;
  language: Language | null;
  /** A PNG. */
  logo: Buffer | null;
}

/** How to reach a site, each in a line of its own or, as an address, in several. */
export const contactLines = ({ address, phone, email }: Letterhead): string[] =>
  [address, phone, email].filter((line) => line !== null);
