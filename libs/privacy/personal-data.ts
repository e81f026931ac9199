import { erasedColumns } from '#libs/bookings/erased-fields';
import { columnsFor, ERASED_FIELDS } from '#libs/students/student-fields';

type Columns = string;

/** What erasing a person does to a table. Every column of the schema is named here, and nowhere else. */
export interface TableRule {
  /** Rows about a person are removed as a whole. */
  removed?: Columns;
  /** Columns that are emptied, or filled with something that says nothing. */
  emptied?: Columns;
  /** Texts of staff that are about something else: the names of the person are crossed out in them. */
  crossedOut?: Columns;
  /** Columns that stay as they are, by the reason why. */
  kept?: Record<string, Columns>;
}

const IDS = 'random ids; they lead to a record without a name';
const TIMES = 'when something was made or changed tells nothing of a person without a name';
const STAFF = 'about the accounts of staff, who are no students; sessions, keys and links go some time after their end';
const SITE = 'about the site, its rooms and lists, and not about people';
const STAY = 'when which room was taken is the statistics of the house, and tells nothing of a person without a name';
const WORK = 'how far a piece of work is, counted and not named';

const BOOKING = erasedColumns();

/** Every table and column, and what erasing a person does to it; a spec holds it against the schema. */
export const PERSONAL_DATA: Record<string, TableRule> = {
  students: {
    emptied: `${columnsFor(ERASED_FIELDS, ' ')} name_key deleted_at erased_at version updated_at welfare_updated_at`,
    kept: {
      [IDS]: 'site_id id',
      [TIMES]: 'created_at',
      'a count that says nothing': 'welfare_version',
      [STAY]: 'location_id',
      'student, staff or guest': 'type',
    },
  },
  student_imports: {
    kept: { [IDS]: 'site_id id user_id', [WORK]: 'type created_at undone_at emptied_at' },
  },
  student_import_rows: {
    removed: 'site_id import_id position student_id action version changes undo_outcome undo_reason',
  },
  student_flags: { removed: 'site_id student_id flag_id position' },
  pictures: { removed: 'id user_id site_id student_id created_at' },
  picture_uploads: { removed: 'id by_user_id site_id student_id content_type expires_at picture_id' },
  bookings: {
    emptied: BOOKING.emptied,
    crossedOut: BOOKING.texts,
    kept: { [IDS]: BOOKING.ids, [STAY]: `${BOOKING.kept} segment segment_from hold_warned_at` },
  },
  booking_people: { kept: { [IDS]: 'site_id booking_id student_id position' } },
  booking_flags: { kept: { [IDS]: 'site_id booking_id flag_id position' } },
  block_bookings: {
    crossedOut: 'name notes',
    kept: { [IDS]: 'site_id id created_by', [TIMES]: 'version created_at updated_at', [STAY]: 'hold_until' },
  },
  booking_transactions: {
    emptied: 'notes cancellation_reason changes emptied_at',
    kept: {
      [IDS]: 'site_id booking_id sequence id actor_id cause_kind cause_id request_id',
      [STAY]: 'type from_status to_status occurred_at recorded_at cancellation_code',
      'who of the staff did it': 'actor_type actor_name',
    },
  },
  audit_events: {
    emptied: 'changes emptied_at',
    kept: {
      [IDS]: 'id site_id actor_id subject_id request_id cause_kind cause_id',
      'that something was done, when and by whom of the staff': 'at actor_type actor_name action subject_kind',
    },
  },
  event_queue: { kept: { [IDS]: 'id site_id source event_id' } },
  event_numbering: { kept: { [IDS]: 'id last_queued open_until' } },
  event_journal: {
    kept: {
      [IDS]: 'position site_id source event_id subject_id',
      'that something was done, and when; the hash of a text leads to nobody':
        'kind type is_change recorded_at digest chain',
    },
  },
  idempotency_keys: {
    emptied: 'answer',
    kept: {
      [IDS]: 'site_id user_id key',
      'the hash of a request, so that its repetition is known; it is removed after IDEMPOTENCY_KEEP_DAYS':
        'operation fingerprint created_at',
    },
  },
  imports: {
    crossedOut: 'undo_answer status_words',
    kept: {
      [IDS]: 'site_id id user_id key api_key_id undo_job_id undo_user_id undo_api_key_id',
      [WORK]: 'fingerprint role key_role created_at undone_at emptied_at undo_role undo_key_role dates',
    },
  },
  // All of a site: what is packed cannot be searched, and they go within a day anyway.
  import_previews: { removed: 'site_id id user_id created_at rows declared' },
  // What was declared about files of a kind, if a heading or a word of it names the person.
  import_mappings: { removed: 'site_id id user_id created_at updated_at headers header_key declared' },
  import_rows: {
    emptied: 'cells resolution issues changes',
    crossedOut: 'undo_reason',
    kept: {
      [IDS]: 'site_id import_id booking_id person_id overridden_booking_id',
      [WORK]: 'position row_index outcome reason booking_version person_created undo_outcome undo_person_outcome',
    },
  },
  jobs: {
    crossedOut: 'problem',
    kept: {
      [IDS]: 'site_id id created_by request_id',
      [WORK]:
        'kind state done total stage attempt deaths waits result_url created_at heartbeat_at finished_at ' +
        'cancel_requested_at',
    },
  },
  documents: { removed: 'site_id id kind parameters requested_by object_key bytes etag created_at' },
  occupancies: {
    kept: {
      [STAY]:
        'site_id booking_id segment location_id slot period live in_house closure_id part_of turnaround full_turnaround uncut uncut_turnaround',
    },
  },
  // Links to the calendar of a person are removed. Those of locations remain.
  calendar_feeds: {
    removed: 'site_id id location_id student_id with_names token_hash created_by created_at last_read_at',
  },
  // Of a person, or with only a name and offered to the person: the whole entry. Of others: their names where they are those of the person.
  waiting_entries: {
    removed: 'student_id',
    crossedOut: 'name contact notes',
    kept: {
      [IDS]: 'site_id id location_type_id location_id booking_id freed_location_id created_by updated_by',
      [TIMES]: 'since withdrawn_at freed_at created_at updated_at',
      [STAY]: 'starts ends priority version',
    },
  },
  // Of a person whose records were merged, all are erased.
  student_merges: { removed: 'site_id id kept_id merged_id snapshot merged_at merged_by undone_at' },
  departure_slots: { kept: { [SITE]: 'site_id id location_id day at capacity' } },
  closures: {
    crossedOut: 'reason notes',
    kept: {
      [SITE]: 'site_id id location_id starts ends kind version created_at created_by updated_at updated_by',
    },
  },
  schema_functions: { kept: { [SITE]: 'signature checksum applied_at' } },
  site_logos: { kept: { [SITE]: 'site_id png' } },
  sites: {
    kept: {
      [SITE]:
        'id name time_zone date_order early_check_in_days history_window_days correction_minutes require_confirmed_for_check_in retention_years ' +
        'evacuation_flag_ids business_hours holidays ' +
        'event_retention_days history_since address phone email colour logo_id language version created_at updated_at',
    },
  },
  locations: {
    kept: {
      [SITE]:
        'site_id id name code location_type_id parent_id floor capacity active open version created_at updated_at',
    },
  },
  location_types: {
    kept: {
      [SITE]:
        'site_id id name colour parent_id cleaning_type can_be_allocated_to_bookings turnaround_days version created_at updated_at',
    },
  },
  flags: { kept: { [SITE]: 'site_id id name colour version created_at updated_at' } },
  welfare_states: { kept: { [SITE]: 'site_id id name colour version created_at updated_at' } },
  categories: { kept: { [SITE]: 'site_id id name colour version created_at updated_at' } },
  cancellation_codes: { kept: { [SITE]: 'site_id id code name active version created_at updated_at' } },
  sla_policies: {
    kept: {
      [SITE]:
        'site_id id name enabled first_response_minutes resolution_minutes escalation_minutes business_hours_only version created_at ' +
        'updated_at created_by',
    },
  },
  sla_policy_categories: { kept: { [SITE]: 'site_id policy_id category_id position enabled' } },
  users: {
    kept: {
      [STAFF]:
        'id email first_name last_name photo_url last_site_id password_hash password_change_required owner disabled_at version ' +
        'created_at updated_at',
    },
  },
  memberships: { kept: { [STAFF]: 'site_id user_id role version created_at updated_at' } },
  sessions: {
    kept: {
      [STAFF]:
        'id user_id refresh_hash previous_refresh_hash rotated_at created_at idle_expires_at expires_at ended_at end_reason address user_agent',
    },
  },
  password_tokens: { kept: { [STAFF]: 'token_hash user_id purpose expires_at used_at created_at' } },
  outgoing_mails: {
    kept: {
      [STAFF]: 'id user_id site_id booking_id kind sealed state attempts next_at give_up_at reason created_at ended_at',
    },
  },
  backups: { kept: { [WORK]: 'id kind name rows problem began_at ended_at' } },
  log_in_failures: { kept: { [STAFF]: 'account failures blocked_until expires_at' } },
  api_keys: {
    kept: { [STAFF]: 'id user_id name prefix key_hash created_at expires_at last_used_at ended_at warned_at' },
  },
  invitations: {
    kept: {
      [STAFF]:
        'id site_id email first_name last_name role token_hash invited_by inviter_name version created_at updated_at expires_at accepted_at ended_at user_id mail_id',
    },
  },
  suspended_members: { kept: { [STAFF]: 'site_id user_id role version created_at suspended_at' } },
  webhooks: {
    kept: {
      [SITE]:
        'site_id id url description types role enabled disabled_reason secret previous_secret previous_until at_position failing_since failures ' +
        'resume_at version created_at updated_at',
    },
  },
  // Of events about the person and their bookings; in those about others the names are crossed out.
  webhook_deliveries: {
    emptied: 'response',
    crossedOut: 'response',
    kept: {
      [IDS]: 'site_id webhook_id id event_id position',
      [WORK]: 'type state attempts next_at status duration_ms error created_at ended_at',
    },
  },
  api_key_scopes: { kept: { [STAFF]: 'site_id api_key_id role' } },
};

const list = (columns: Columns = ''): string[] => columns.split(' ').filter(Boolean);

/** Every column that a rule names, with what happens to it. */
export function treatmentsOf(rule: TableRule): { column: string; treatment: string }[] {
  const each = (columns: Columns | undefined, treatment: string) =>
    list(columns).map((column) => ({ column, treatment }));
  return [
    ...each(rule.removed, 'removed'),
    ...each(rule.emptied, 'emptied'),
    ...each(rule.crossedOut, 'crossed out').filter(({ column }) => !list(rule.emptied).includes(column)),
    ...Object.entries(rule.kept ?? {}).flatMap(([why, columns]) => each(columns, `kept because: ${why}`)),
  ];
}
