import type { Pool } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { BookingsWithoutAnEnd1768490000000 } from '#libs/core/database/migrations/1768490000000-bookings-without-an-end';
import { SpellingsOfNames1768530000000 } from '#libs/core/database/migrations/1768530000000-spellings-of-names';
import { ForgettingInFormerStays1768540000000 } from '#libs/core/database/migrations/1768540000000-forgetting-in-former-stays';
import { FinalErasures1768560000000 } from '#libs/core/database/migrations/1768560000000-final-erasures';
import { OfferedEntries1768570000000 } from '#libs/core/database/migrations/1768570000000-offered-entries';
import { EscapedTexts1768580000000 } from '#libs/core/database/migrations/1768580000000-escaped-texts';
import { FullNightsForCleaning1768550000000 } from '#libs/core/database/migrations/1768550000000-full-nights-for-cleaning';
import { StatisticsOfNights1768520000000 } from '#libs/core/database/migrations/1768520000000-statistics-of-nights';
import { driverOn, poolConfig } from '#libs/core/database/pool';
import { Accounts1764000300000 } from '#libs/core/database/migrations/1764000300000-accounts';
import { First1763700000000 } from '#libs/core/database/migrations/1763700000000-first';
import { Files1764000200000 } from '#libs/core/database/migrations/1764000200000-files';
import { ExchangePlaces1764000000000 } from '#libs/core/database/migrations/1764000000000-exchange-places';
import { Imports1764000050000 } from '#libs/core/database/migrations/1764000050000-imports';
import { PlacesOfMany1764100000000 } from '#libs/core/database/migrations/1764100000000-places-of-many';
import { PlaceToBook1764610000000 } from '#libs/core/database/migrations/1764610000000-place-to-book';
import { Documents1764400000000 } from '#libs/core/database/migrations/1764400000000-documents';
import { PlacesOfOne1764300000000 } from '#libs/core/database/migrations/1764300000000-places-of-one';
import { ImportsForget1764800000000 } from '#libs/core/database/migrations/1764800000000-imports-forget';
import { LocationsInNaturalOrder1764900000000 } from '#libs/core/database/migrations/1764900000000-locations-in-natural-order';
import { JobStatesChecked1765500001000 } from '#libs/core/database/migrations/1765500001000-job-states-checked';
import { StudentImports1765500002000 } from '#libs/core/database/migrations/1765500002000-student-imports';
import { UndoInBatches1765500000000 } from '#libs/core/database/migrations/1765500000000-undo-in-batches';
import { BelowByIndex1765000000000 } from '#libs/core/database/migrations/1765000000000-below-by-index';
import { Invitations1765700100000 } from '#libs/core/database/migrations/1765700100000-invitations';
import { Forgetting1765700000000 } from '#libs/core/database/migrations/1765700000000-forgetting';
import { ImportDates1765400000000 } from '#libs/core/database/migrations/1765400000000-import-dates';
import { EventJournal1766100000000 } from '#libs/core/database/migrations/1766100000000-event-journal';
import { JobDeaths1765800100000 } from '#libs/core/database/migrations/1765800100000-job-deaths';
import { Backups1766400000000 } from '#libs/core/database/migrations/1766400000000-backups';
import { ImportPreviews1766000000000 } from '#libs/core/database/migrations/1766000000000-import-previews';
import { OutgoingMails1765800000000 } from '#libs/core/database/migrations/1765800000000-outgoing-mails';
import { Timeline1765200000000 } from '#libs/core/database/migrations/1765200000000-timeline';
import { PastStays1765200100000 } from '#libs/core/database/migrations/1765200100000-past-stays';
import { WideFormulas1765600000000 } from '#libs/core/database/migrations/1765600000000-wide-formulas';
import { Corrections1766500000000 } from '#libs/core/database/migrations/1766500000000-corrections';
import { SlaPolicies1764000100000 } from '#libs/core/database/migrations/1764000100000-sla-policies';
import { Webhooks1766840000000 } from '#libs/core/database/migrations/1766840000000-webhooks';
import { DocumentKindsChecked1766850001000 } from '#libs/core/database/migrations/1766850001000-document-kinds-checked';
import { RollCall1766850000000 } from '#libs/core/database/migrations/1766850000000-roll-call';
import { Letterheads1766920000000 } from '#libs/core/database/migrations/1766920000000-letterheads';
import { DepartureSlots1766940000000 } from '#libs/core/database/migrations/1766940000000-departure-slots';
import { DeparturesByIndex1766940001000 } from '#libs/core/database/migrations/1766940001000-departures-by-index';
import { StudentMerges1766940100000 } from '#libs/core/database/migrations/1766940100000-student-merges';
import { HoldsOfBlocks1766940200000 } from '#libs/core/database/migrations/1766940200000-holds-of-blocks';
import { Languages1766920200000 } from '#libs/core/database/migrations/1766920200000-languages';
import { DocumentsOfStoredData1766960000000 } from '#libs/core/database/migrations/1766960000000-documents-of-stored-data';
import { StoredDataChecked1766960001000 } from '#libs/core/database/migrations/1766960001000-stored-data-checked';
import { DatesOfBirth1766970000000 } from '#libs/core/database/migrations/1766970000000-dates-of-birth';
import { BirthsByIndex1766970001000 } from '#libs/core/database/migrations/1766970001000-births-by-index';
import { NightsInOrder1766980000000 } from '#libs/core/database/migrations/1766980000000-nights-in-order';
import { FreshStatistics1767000000000 } from '#libs/core/database/migrations/1767000000000-fresh-statistics';
import { NightsBeforeACheckOut1767040000000 } from '#libs/core/database/migrations/1767040000000-nights-before-a-check-out';
import { EndsOfAccesses1768400000000 } from '#libs/core/database/migrations/1768400000000-ends-of-accesses';
import { ForgettingInBlocks1768471000000 } from '#libs/core/database/migrations/1768471000000-forgetting-in-blocks';
import { NumberingOfEvents1768470000000 } from '#libs/core/database/migrations/1768470000000-numbering-of-events';
import { ForgettingInTexts1768480000000 } from '#libs/core/database/migrations/1768480000000-forgetting-in-texts';
import { CausesOfAuditedChanges1768410000000 } from '#libs/core/database/migrations/1768410000000-causes-of-audited-changes';
import { MovesByIndex1767010000000 } from '#libs/core/database/migrations/1767010000000-moves-by-index';
import { EventsByStatement1767020000000 } from '#libs/core/database/migrations/1767020000000-events-by-statement';
import { PermitsByIndex1766990000000 } from '#libs/core/database/migrations/1766990000000-permits-by-index';
import { MailsOfBookings1766920100000 } from '#libs/core/database/migrations/1766920100000-mails-of-bookings';
import { CalendarFeeds1766860000000 } from '#libs/core/database/migrations/1766860000000-calendar-feeds';
import { Holds1766880000000 } from '#libs/core/database/migrations/1766880000000-holds';
import { WaitingList1766881000000 } from '#libs/core/database/migrations/1766881000000-waiting-list';
import { HoldsByIndex1766880001000 } from '#libs/core/database/migrations/1766880001000-holds-by-index';
import { HomesOfPeopleWhoLeft1766870000000 } from '#libs/core/database/migrations/1766870000000-homes-of-people-who-left';
import { History1766900000000 } from '#libs/core/database/migrations/1766900000000-history';
import { Blocks1766890000000 } from '#libs/core/database/migrations/1766890000000-blocks';
import { LeadPersonsChecked1766890002000 } from '#libs/core/database/migrations/1766890002000-lead-persons-checked';
import { BlockNames1766890001000 } from '#libs/core/database/migrations/1766890001000-block-names';
import { ListsByIndex1766700000000 } from '#libs/core/database/migrations/1766700000000-lists-by-index';
import { PeopleWhoLeft1766810000000 } from '#libs/core/database/migrations/1766810000000-people-who-left';
import { Retention1766830000000 } from '#libs/core/database/migrations/1766830000000-retention';
import { WelfareVersion1766830001000 } from '#libs/core/database/migrations/1766830001000-welfare-version';

export const MIGRATIONS = [
  First1763700000000,
  ExchangePlaces1764000000000,
  Imports1764000050000,
  SlaPolicies1764000100000,
  Files1764000200000,
  Accounts1764000300000,
  PlacesOfMany1764100000000,
  PlacesOfOne1764300000000,
  Documents1764400000000,
  PlaceToBook1764610000000,
  ImportsForget1764800000000,
  LocationsInNaturalOrder1764900000000,
  BelowByIndex1765000000000,
  Timeline1765200000000,
  PastStays1765200100000,
  ImportDates1765400000000,
  UndoInBatches1765500000000,
  JobStatesChecked1765500001000,
  StudentImports1765500002000,
  WideFormulas1765600000000,
  Forgetting1765700000000,
  Invitations1765700100000,
  OutgoingMails1765800000000,
  JobDeaths1765800100000,
  ImportPreviews1766000000000,
  EventJournal1766100000000,
  Backups1766400000000,
  Corrections1766500000000,
  ListsByIndex1766700000000,
  PeopleWhoLeft1766810000000,
  Retention1766830000000,
  WelfareVersion1766830001000,
  Webhooks1766840000000,
  RollCall1766850000000,
  DocumentKindsChecked1766850001000,
  CalendarFeeds1766860000000,
  HomesOfPeopleWhoLeft1766870000000,
  Holds1766880000000,
  HoldsByIndex1766880001000,
  WaitingList1766881000000,
  Blocks1766890000000,
  BlockNames1766890001000,
  LeadPersonsChecked1766890002000,
  History1766900000000,
  Letterheads1766920000000,
  MailsOfBookings1766920100000,
  Languages1766920200000,
  DepartureSlots1766940000000,
  DeparturesByIndex1766940001000,
  StudentMerges1766940100000,
  HoldsOfBlocks1766940200000,
  DocumentsOfStoredData1766960000000,
  StoredDataChecked1766960001000,
  DatesOfBirth1766970000000,
  BirthsByIndex1766970001000,
  NightsInOrder1766980000000,
  PermitsByIndex1766990000000,
  FreshStatistics1767000000000,
  MovesByIndex1767010000000,
  EventsByStatement1767020000000,
  NightsBeforeACheckOut1767040000000,
  EndsOfAccesses1768400000000,
  CausesOfAuditedChanges1768410000000,
  NumberingOfEvents1768470000000,
  ForgettingInBlocks1768471000000,
  ForgettingInTexts1768480000000,
  BookingsWithoutAnEnd1768490000000,
  StatisticsOfNights1768520000000,
  SpellingsOfNames1768530000000,
  ForgettingInFormerStays1768540000000,
  FullNightsForCleaning1768550000000,
  FinalErasures1768560000000,
  OfferedEntries1768570000000,
  EscapedTexts1768580000000,
];

const SCHEMA = {
  type: 'postgres',
  migrations: MIGRATIONS,
  migrationsTableName: 'schema_migrations',
  synchronize: false,
  installExtensions: false,
} as const;

/** TypeORM on the pool of the process. */
export const dataSourceOn = (pool: Pool): DataSourceOptions => ({ ...SCHEMA, driver: driverOn(pool) });

/** TypeORM with connections of its own, which it ends itself: for the migrations. */
export const dataSourceOptions = (url: string, poolSize: number): DataSourceOptions => ({
  ...SCHEMA,
  url,
  extra: poolConfig(url, poolSize),
});
