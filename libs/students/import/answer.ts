import type {
  ImportedStudentResponse,
  ImportExceptionResponse,
  ImportStudentsResponse,
} from '#libs/students/import/import.dto';
import type { StudentWarningResponse } from '#libs/students/duplicates.dto';
import type { Absent, StudentRecord } from '#libs/students/import/import.queries';
import type { Verdict } from '#libs/students/import/verdicts';
import type { Step } from '#libs/students/import/plan';
import { ANSWERED_FIELDS, type AnsweredField } from '#libs/students/import/rows';

interface Result {
  /** Null in a dry run, and when nothing was changed. */
  importId: string | null;
  verdicts: Verdict[];
  steps: Step[];
  deactivated: Absent[];
  /** Absent students with a live booking. */
  kept: Absent[];
  warnings: StudentWarningResponse[];
}

/** The response to an import. A dry run has no ids for the students whom it would create. */
export function answerOf(
  siteId: string,
  { importId, verdicts, steps, deactivated, kept, warnings }: Result,
  dryRun: boolean,
): ImportStudentsResponse {
  const accepted = steps.filter(({ verdict }) => verdict.cause === null);
  const unread = [...new Set(verdicts.flatMap(({ row }) => row.unread))];
  return {
    import_id: importId,
    ...(unread.length > 0 && { unread_columns: unread }),
    ...(warnings.length > 0 && { warnings }),
    students: [
      ...accepted.map(({ verdict, record }) =>
        element(
          siteId,
          dryRun && !verdict.known ? { ...record, id: '', student_id: verdict.row.student_id ?? '' } : record,
          true,
        ),
      ),
      ...deactivated.map((student) => element(siteId, student, false)),
    ],
    exceptions: [
      ...verdicts.flatMap(({ row, cause, existing }) =>
        cause === null ? [] : [{ ...row.sent, cause, existing_record_id: existing ?? '' }],
      ),
      ...kept.map(keptException),
    ],
  };
}

const texts = (student: StudentRecord): Record<AnsweredField, string> =>
  Object.fromEntries(ANSWERED_FIELDS.map((name) => [name, student[name] ?? ''])) as Record<AnsweredField, string>;

const element = (siteId: string, student: StudentRecord, active: boolean): ImportedStudentResponse => ({
  _id: student.id,
  ...texts(student),
  site: siteId,
  active,
});

const keptException = (student: Absent): ImportExceptionResponse => ({
  ...texts(student),
  cause: 'absent_has_live_booking',
  existing_record_id: student.id,
});
