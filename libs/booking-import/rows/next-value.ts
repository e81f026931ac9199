import { isAcceptedDate } from '#libs/core/time/site-time';

const DAY_MS = 86_400_000;

/** A text that a spreadsheet counts on when it is dragged down. */
export const ENDS_IN_NUMBER = /^(.*?)(\d{1,9})$/su;

/** Whether a spreadsheet makes a value of the one above, when that is dragged down to be copied: the next day, or the next number at its end. */
export function isNext(above: string, value: string): boolean {
  if ([above, value].every((each) => isAcceptedDate(each.slice(0, 10))))
    return above.slice(10) === value.slice(10) && Date.parse(value) - Date.parse(above) === DAY_MS;
  const [one, other] = [ENDS_IN_NUMBER.exec(above), ENDS_IN_NUMBER.exec(value)];
  return one !== null && other !== null && one[1] === other[1] && Number(other[2]) === Number(one[2]) + 1;
}
