import { SiteLogo } from '#libs/sites/site-logo.entity';
import { CalendarFeed } from '#libs/calendar-feeds/calendar-feed.entity';
import { ApiKeyScope } from '#libs/accounts/api-keys/api-key-scope.entity';
import { ApiKey } from '#libs/accounts/api-keys/api-key.entity';
import { AuditEvent } from '#libs/accounts/audit/audit-event.entity';
import { LogInFailure } from '#libs/accounts/limits/log-in-failure.entity';
import { Invitation } from '#libs/accounts/members/invitation.entity';
import { Membership } from '#libs/accounts/members/membership.entity';
import { SuspendedMember } from '#libs/accounts/members/suspended-member.entity';
import { PasswordToken } from '#libs/accounts/passwords/password-token.entity';
import { Session } from '#libs/accounts/sessions/session.entity';
import { User } from '#libs/accounts/users/user.entity';
import { Import, ImportRow } from '#libs/booking-import/commit/import.entity';
import { ImportMapping, ImportPreview } from '#libs/booking-import/preview/preview.entity';
import { DepartureSlot } from '#libs/bookings/departure-slots/departure-slot.entity';
import { BlockBooking } from '#libs/bookings/block-booking.entity';
import { BookingFlag } from '#libs/bookings/booking-flag.entity';
import { BookingPerson } from '#libs/bookings/booking-person.entity';
import { BookingTransaction } from '#libs/bookings/booking-transaction.entity';
import { Booking } from '#libs/bookings/booking.entity';
import { StudentMerge } from '#libs/merges/student-merge.entity';
import { WaitingEntry } from '#libs/occupancy/waiting-entry.entity';
import { Backup } from '#libs/core/backup/backup.entity';
import { OutgoingMail } from '#libs/core/mail/outgoing-mail.entity';
import { Document } from '#libs/documents/document.entity';
import { EventNumbering } from '#libs/events/journal/event-numbering.entity';
import { QueuedEvent } from '#libs/events/journal/event-queue.entity';
import { JournalEntry } from '#libs/events/journal/journal-entry.entity';
import { IdempotencyKey } from '#libs/idempotency/idempotency-key.entity';
import { Job } from '#libs/jobs/job.entity';
import { LocationType } from '#libs/location-types/location-type.entity';
import { Location } from '#libs/locations/location.entity';
import { Closure } from '#libs/occupancy/closure.entity';
import { Occupancy } from '#libs/occupancy/occupancy.entity';
import { PictureUpload } from '#libs/pictures/picture-upload.entity';
import { Picture } from '#libs/pictures/picture.entity';
import { CancellationCode } from '#libs/sites/cancellation-code.entity';
import { Category } from '#libs/sites/category.entity';
import { Flag } from '#libs/sites/flag.entity';
import { Site } from '#libs/sites/site.entity';
import { WelfareState } from '#libs/sites/welfare-state.entity';
import { SlaPolicyCategory } from '#libs/sla-policies/sla-policy-category.entity';
import { SlaPolicy } from '#libs/sla-policies/sla-policy.entity';
import { WebhookDelivery } from '#libs/webhooks/webhook-delivery.entity';
import { Webhook } from '#libs/webhooks/webhook.entity';
import { StudentFlag } from '#libs/students/student-flag.entity';
import { StudentImport, StudentImportRow } from '#libs/students/import-history/student-import.entity';
import { Student } from '#libs/students/student.entity';

/** What TypeORM stores, for every process. A spec compares it with the schema that the migrations make. */
export const ENTITIES = [
  WaitingEntry,
  StudentMerge,
  ApiKeyScope,
  ApiKey,
  AuditEvent,
  LogInFailure,
  Invitation,
  Membership,
  SuspendedMember,
  PasswordToken,
  Session,
  User,
  Import,
  ImportRow,
  ImportPreview,
  ImportMapping,
  CalendarFeed,
  BlockBooking,
  DepartureSlot,
  BookingFlag,
  BookingPerson,
  BookingTransaction,
  Booking,
  Backup,
  OutgoingMail,
  Document,
  EventNumbering,
  QueuedEvent,
  JournalEntry,
  IdempotencyKey,
  Job,
  LocationType,
  Location,
  Closure,
  Occupancy,
  PictureUpload,
  Picture,
  CancellationCode,
  Category,
  Flag,
  Site,
  SiteLogo,
  WelfareState,
  SlaPolicyCategory,
  SlaPolicy,
  StudentFlag,
  Student,
  StudentImport,
  StudentImportRow,
  Webhook,
  WebhookDelivery,
];
