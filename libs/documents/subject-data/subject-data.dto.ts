import { EnumField } from '#libs/core/http/fields';
import { AnyListField, ValuesField } from '#libs/core/http/list-fields';
import { type Paper, PAPERS } from '#libs/documents/page';

const FORMATS = ['json', 'pdf'] as const;

export class SubjectDataQuery {
  @EnumField(FORMATS, { optional: true, default: 'json', description: '`pdf`: printed, to be handed over' })
  format: (typeof FORMATS)[number] = 'json';

  @EnumField(PAPERS, { optional: true, default: 'a4', description: 'Of the PDF' })
  paper: Paper = 'a4';
}

export type StoredPerson = Record<string, unknown>;
export type StoredBooking = Record<string, unknown>;

// A copy of everything may be long.
const EVERYTHING = 1_000_000;

export class SubjectDataResponse {
  @ValuesField({ description: 'The record, with flags, welfare and picture' }) person: StoredPerson;
  @AnyListField({
    max: EVERYTHING,
    description:
      'Stays as lead or additional person, also former ones as they were when the person left the booking, each with its ' +
      '`times` and with the trail of these; nothing about other people',
  })
  bookings: StoredBooking[];
  @AnyListField({
    max: EVERYTHING,
    description:
      'Entries of the waiting list, each with what was ' +
      '`recorded` of it while the person waited; of entries that are somebody else’s by now, only that',
  })
  waiting_list: object[];
  @AnyListField({ max: EVERYTHING, description: 'Calendars with a secret link that show the stays of the person' })
  calendars: object[];
  @AnyListField({
    max: EVERYTHING,
    description: 'The cells of imported files about the person, as long as they are kept',
  })
  imported_rows: object[];
  @AnyListField({ max: EVERYTHING, description: 'The changes of the record, with old and new values' })
  recorded: object[];
  @AnyListField({ max: EVERYTHING, description: 'Other records of the person that became part of this one' })
  merged_records: object[];
  @AnyListField({ max: EVERYTHING, description: 'Responses that are kept for repeated requests and name the person' })
  kept_answers: object[];
}
