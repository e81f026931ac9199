import type { OpenAPIObject } from '@nestjs/swagger';

// What people at a desk call things, for the search of the page of Swagger UI: by operation, phrases separated by commas. Words of
// the summary, the description, the tag and the path are found without it.
const KEYWORDS: Record<string, string> = {
  Sessions_logIn: 'sign in, login, password, get in',
  Sessions_logOut: 'sign out, logout, leave',
  Users_profile: 'who am i, me, account',
  PasswordResets_request: 'forgot password, forgotten, lost password',
  OwnSessions_endOthers: 'stolen laptop, lost phone, sign out everywhere',
  ApiKeys_create: 'token, machine, integration',
  Day_get:
    'today, tomorrow, arrivals, departures, who comes, who leaves, who arrives, late, due in, due out, front desk, handover',
  RollCall_get: 'fire, evacuation, alarm, who is in, who is here, in house, present',
  RollCall_print: 'fire list, evacuation list, print, paper, alarm',
  Expiring_get: 'ends soon, contracts ending, parking, leaving soon, run out',
  DepartureSlots_list: 'move out times, check out times, slots',
  DepartureSlots_set: 'move out time, check out time, slot',
  Availability_get:
    'free room, empty room, vacant, vacancy, vacancies, find a room, any room, which rooms are free, search room, available',
  Calendar_occupancy: 'how full, statistics, report, occupied, figures, vacancies',
  Calendar_calendar: 'who is in this room, history of a room, planner, timeline of a room',
  CalendarFeeds_create: 'ical, outlook, google calendar, subscribe, cleaning',
  Bookings_create: 'book, new booking, reserve, reservation, room for somebody, allocate, contract, make a booking',
  Bookings_list: 'bookings, find a booking, search bookings, reservations, contracts, late, overdue, did not arrive',
  Bookings_read: 'booking details, show booking, open booking',
  Bookings_update:
    'extend, shorten, stay longer, leave earlier, new dates, edit booking, change dates, car, parking, notes',
  Bookings_transition:
    'check in, check out, arrive, arrival, key, keys, moves in, move in, move out, leave, cancel, cancel a booking, cancellation, refund, no show, ' +
    'did not come, did not arrive, confirm, undo, undo check in, undo check out, reinstate, void, mistake, take back',
  Bookings_transitionMany: 'check in a group, check in many, check out many, cancel many, end of term, everybody',
  Bookings_updateMany: 'extend many, change dates of many',
  Bookings_move: 'move, move room, change room, other room, another room, transfer, relocate, move somebody',
  Bookings_cancelMove: 'undo move, stay in the room, do not move',
  Bookings_swap: 'swap, exchange rooms, change places',
  Bookings_bulk: 'group, conference, summer school, many rooms, block',
  Bookings_transactions: 'history of a booking, what happened, who checked in, trail',
  Bookings_export: 'excel, spreadsheet, csv, download bookings',
  Blocks_list: 'groups, conferences',
  Blocks_cancel: 'cancel a group, cancel conference',
  Students_search:
    'who lives in, where does somebody live, where lives, lives, find a student, find somebody, find a person, which room, name, phone, look up',
  Students_list: 'residents, people, everybody, all students',
  Students_create: 'new student, new person, add somebody, register',
  Students_read: 'student details, profile, resident',
  Students_update: 'new phone number, new email, rename, welfare, edit student, flag a student',
  Students_delete: 'remove a student',
  Merges_merge: 'duplicate, twice, same person, double',
  Privacy_read: 'gdpr, data protection, subject access, what do you know about me',
  Privacy_erase: 'gdpr, forget, right to be forgotten, data protection',
  StudentPhotos_begin: 'photo, passport picture, face',
  StudentExport_csv: 'excel, spreadsheet, csv, download students',
  StudentImport_import: 'import a file, import students, upload, csv, excel, spreadsheet, new intake, list of students',
  StudentImportHistory_undo: 'undo import, take back import',
  BookingImport_preview: 'import a file, import bookings, upload, csv, excel, spreadsheet, arrivals list',
  BookingImport_commit: 'import, finish import, import now, confirm a preview',
  BookingImport_undo: 'undo import, take back import',
  BookingImport_rows: 'rows that failed, errors of an import, answer questions, decide rows, correct rows in excel',
  Documents_students: 'print list, print a list, list of students, pdf, paper, pin up, notice board, door list',
  Documents_booking: 'print confirmation, letter, contract, proof of residence, bank, visa, pdf',
  Documents_mail: 'email confirmation, send confirmation, letter',
  Documents_departures: 'print list, print departures, leaving list, pdf, paper, cleaning list',
  Documents_roomingList: 'print rooming list, group list, conference list, pdf, paper',
  Closures_create: 'out of order, out of service, broken, maintenance, repair, block a room, paint',
  Closures_end: 'back in service, repaired, open again',
  Locations_list: 'rooms, buildings, flats, floors, beds, houses',
  Locations_create: 'new room, new building, add a room',
  Locations_createMany: 'new building, many rooms',
  WaitingList_create: 'queue, wait for a room, no room free',
  WaitingList_offer: 'offer a room, hold',
  Members_list: 'staff, colleagues, team, who works here, roles',
  Members_add: 'new colleague, new staff, invite, give access, user',
  Members_suspend: 'lock out, block a user, leaves the job',
  CancellationCodes_list: 'reasons, why cancelled, refund',
  SlaPolicies_evaluate: 'deadline, repair time, response time',
  AuditLog_ofSite: 'who did this, log, history, who changed',
  Jobs_read: 'progress, how long, still running',
  Sites_update: 'address, phone, office hours, opening hours, holidays, letterhead',
  Logos_put: 'crest, letterhead, branding',
  Webhooks_create: 'integration, notify another system',
};

/** Adds to each operation the words that people search it by. */
export function withKeywords(document: OpenAPIObject): OpenAPIObject {
  const left = new Map(Object.entries(KEYWORDS));
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item as Record<string, { operationId: string; 'x-keywords'?: string[] }>)) {
      const words = left.get(operation.operationId);
      if (words) operation['x-keywords'] = words.split(', ');
      left.delete(operation.operationId);
    }
  if (left.size > 0)
    throw new Error(`apps/api/docs-keywords.ts names unknown operations: ${[...left.keys()].join(', ')}`);
  return document;
}
