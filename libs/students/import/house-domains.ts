import { countsOf, mostFrequent } from '#libs/core/collections/counted';
import type { PeopleIndex } from '#libs/matching/people-index';
import type { Verdict } from '#libs/students/import/verdicts';

/** The domain of an address: in each, addresses are made in their own way. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** Mail for everybody, where people choose their addresses themselves. */
const PROVIDERS = new Set(
  `gmail googlemail outlook hotmail live msn yahoo ymail icloud me mac gmx web aol proton protonmail mail zoho yandex qq 163 126 naver wp o2 onet interia
  libero virgilio tiscali orange wanadoo free laposte sfr btinternet sky t-online posteo freenet ziggo kpn terra sapo
  aon abv arcor att azet bbox bellsouth bigpond blueyonder bluewin chello comcast cox eircom fastmail foxmail hanmail hey hispeed inwind mailbox ntlworld
  numericable optusnet proximus rambler rediffmail rogers saunalahti scarlet seznam shaw sina skynet sohu sunrise talktalk telenet telia telus tlen tuta tutanota
  ukr utanet verizon virginmedia volny xtra`.split(/\s+/u),
); // prettier-ignore

/** Whether people have chosen an address themselves. */
export const isOfProvider = (email: string): boolean => PROVIDERS.has(domainOf(email).split('.')[0] ?? '');

/** So many addresses, and this share of all, are those of a house. */
const [ENOUGH, SHARE] = [3, 2 / 3];

/** The domain of an address list that nearly all its addresses have; null without such a domain. */
function usualOf(emails: readonly string[]): string | null {
  const [domain, count] = mostFrequent(countsOf(emails.map(domainOf))) ?? ['', 0];
  return count >= ENOUGH && count >= SHARE * emails.length ? domain : null;
}

const areOfOne = (one: string, other: string): boolean => one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`); // prettier-ignore

/** The domains that the addresses of a site, and of a list, usually have. */
export class HouseDomains {
  private readonly ofSite: string | null;
  private readonly ofList: string | null;

  constructor(people: PeopleIndex, verdicts: readonly Verdict[]) {
    this.ofSite = usualOf(people.all.flatMap(({ email }) => email ?? []));
    this.ofList = usualOf(verdicts.flatMap(({ row }) => row.email_key ?? []));
  }

  /** Whether an address of the house would be replaced by one of elsewhere. When the whole list has another domain, the house has moved there. */
  isLeft(email: string | null, before: string | null): boolean {
    if (email === null || before === null || this.ofSite === null || !areOfOne(domainOf(before), this.ofSite))
      return false;
    const houses = [this.ofSite, domainOf(before), ...(this.ofList === null ? [] : [this.ofList])];
    return !houses.some((domain) => areOfOne(domainOf(email), domain));
  }
}
