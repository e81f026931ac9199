import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { requireKnown } from '#libs/accounts/audit/as-of';
import { recordAudit, recordAudits } from '#libs/accounts/audit/audit';
import { WelfareReads } from '#libs/accounts/audit/welfare-reads';
import { Database } from '#libs/core/database/database';
import type { Sql, Transaction } from '#libs/core/database/transaction';
import { InvalidField, NotFound } from '#libs/core/errors/domain-error';
import { mapConstraintErrors } from '#libs/core/errors/postgres-errors';
import { requireVersion } from '#libs/core/http/etag';
import { newId } from '#libs/core/http/ids';
import { recordNameOf } from '#libs/matching/people-index';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import type { StudentWarningResponse } from '#libs/students/duplicates.dto';
import { findDuplicates } from '#libs/students/duplicates.queries';
import { findFormerClaims } from '#libs/students/former-identities.queries';
import { findPastStudent } from '#libs/students/history/past-students.queries';
import { sightOf } from '#libs/students/sight';
import { changesOf, creationEntries, recordedOf, studentEntry } from '#libs/students/student-changes';
import { CREATE_FIELDS, propertiesOf, UPDATE_FIELDS, valuesOf } from '#libs/students/student-fields';
import { newStudentId } from '#libs/students/student-id';
import { lockStudent, requireLists, requireLocation } from '#libs/students/student-references';
import { Student } from '#libs/students/student.entity';
import type {
  ChangedStudentResponse,
  CreateStudentRequest,
  StudentCreatedResponse,
  StudentResponse,
  UpdateStudentRequest,
} from '#libs/students/students.dto';
import { findFlags, findStudent, replaceFlags } from '#libs/students/students.queries';
import { requireWelfarePermission, versionFor, changesOfWelfare, welfareOf } from '#libs/students/welfare';

/** The errors of an identity that is taken. */
export const CLASHES = {
  students_student_id_1: () =>
    new InvalidField('student_id_in_use', '/student_id', 'belongs to another student of this site'),
  students_email_1: () => new InvalidField('email_in_use', '/email', 'belongs to another student of this site'),
};

@Injectable()
export class StudentsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly reads: WelfareReads,
  ) {}

  /** @throws InvalidField `email_in_use`, `student_id_in_use`; UnknownReference */
  create(access: SiteAccess, request: CreateStudentRequest): Promise<StudentCreatedResponse> {
    return this.write(async (tx) => {
      const student = await this.insert(tx, access, request);
      const auditEntries = await creationEntries(tx, access.site.id, [student._id]);
      await recordAudits(tx, access.caller, this.clock.now(), auditEntries);
      const duplicates = await findDuplicates(tx, access.site.id, student._id);
      return warned(student, [...duplicates, ...(await this.claimsOf(tx, access, student))]);
    });
  }

  /** Like `create`, for a caller that may remove the student again and writes the audit of the others. @throws as `create` */
  createUnrecorded(access: SiteAccess, request: CreateStudentRequest): Promise<StudentCreatedResponse> {
    return this.write((tx) => this.insert(tx, access, request));
  }

  private async insert(
    tx: Transaction,
    access: SiteAccess,
    request: CreateStudentRequest,
  ): Promise<StudentCreatedResponse> {
    const { site } = access;
    const [siteId, id, now] = [site.id, newId(), this.clock.now()];
    this.requireBorn(access, request);
    const made = { student_id: newStudentId(), last_name: '', type: 'student', ...defined(request) };
    const given = { ...made, location: await requireLocation(tx, siteId, request.location) };
    const properties = propertiesOf(CREATE_FIELDS, given);
    await tx.repository(Student).insert({ siteId, id, ...properties, createdAt: now, updatedAt: now });
    const stored = valuesOf(CREATE_FIELDS, properties);
    return {
      _id: id,
      site: siteId,
      ...stored,
      location: given.location,
      email: stored.email ?? undefined,
      date_of_birth: stored.date_of_birth ?? undefined,
      record_name: recordNameOf(stored),
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      version: 1,
    };
  }

  /** The student now, or at an instant of the past. @throws NotFound, InvalidField */
  async get(access: SiteAccess, id: string, asOf?: string): Promise<StudentResponse> {
    const student = asOf ? await this.past(access, id, asOf) : await requireStudent(this.database, access, id);
    if (student.welfare_flag) this.reads.note(access, id);
    return student;
  }

  private async past(access: SiteAccess, id: string, asOf: string): Promise<StudentResponse> {
    const at = await requireKnown(this.database, access, asOf, this.clock.now());
    const student = await findPastStudent(this.database, access.site.id, id, at, sightOf(access));
    if (!student) throw new NotFound('The student');
    return student;
  }

  /** @throws NotFound, InvalidField, UnknownReference, VersionMismatch, DomainError `forbidden` for welfare fields */
  async update(
    access: SiteAccess,
    id: string,
    request: UpdateStudentRequest,
    version?: number,
  ): Promise<ChangedStudentResponse> {
    requireWelfarePermission(access, request);
    this.requireBorn(access, request);
    return this.write(async (tx) => {
      const student = await lockStudent(tx, access.site.id, id);
      requireVersion(versionFor(access, student), version);
      await this.change(tx, access, student, request);
      // Still locked: the response is the result of this change, not of a later one.
      const changed = await requireStudent(tx, access, id);
      const duplicates = sightOf(access).birth ? await findDuplicates(tx, access.site.id, id) : [];
      return warned(changed, [...duplicates, ...(await this.claimsOf(tx, access, changed))]);
    });
  }

  private async change(
    tx: Transaction,
    { caller }: SiteAccess,
    student: Student,
    request: UpdateStudentRequest,
  ): Promise<void> {
    const { siteId, id } = student;
    const location = request.location === '' ? null : await requireLocation(tx, siteId, request.location);
    await requireLists(tx, siteId, request);
    const { flags } = request;
    const given = propertiesOf(UPDATE_FIELDS, { ...request, location });
    const welfare = welfareOf(student, request);
    const welfareChanges = changesOfWelfare(student, welfare);
    const changes = changesOf(recordedOf(student), recordedOf({ ...student, ...given }));
    const before = flags ? await findFlags(tx, siteId, id) : [];
    if (flags && before.join() !== flags.join()) {
      await replaceFlags(tx, siteId, id, flags);
      changes.push({ field: 'flags', from: before, to: flags });
    }
    if (changes.length + welfareChanges.length === 0) return;
    const now = this.clock.now();
    const unseen = { version: student.version, updatedAt: student.updatedAt };
    // A caller who may not see welfare data must not see either that only welfare data has changed.
    const seen =
      changes.length > 0
        ? { version: student.version + 1, updatedAt: now }
        : { ...unseen, welfareVersion: student.welfareVersion + 1, welfareUpdatedAt: now };
    const columns = { ...given, ...welfare, ...seen };
    await tx.repository(Student).update({ siteId, id }, columns);
    if (changes.length > 0) await recordAudit(tx, caller, now, studentEntry(siteId, 'student.updated', id, changes));
    if (welfareChanges.length > 0)
      await recordAudit(tx, caller, now, studentEntry(siteId, 'student.welfare_changed', id, welfareChanges));
  }

  /** Warnings when a record has the student id or the email of a merged one. */
  private claimsOf(
    tx: Transaction,
    { site }: SiteAccess,
    { _id, student_id = '', email }: { _id: string; student_id?: string; email?: string | null | undefined },
  ): Promise<StudentWarningResponse[]> {
    return findFormerClaims(tx, site, [{ id: _id, student_id, email: email ?? null }], this.clock.now());
  }

  /** @throws InvalidField when the date of birth is after today */
  private requireBorn(
    { site }: SiteAccess,
    { date_of_birth: date }: Pick<UpdateStudentRequest, 'date_of_birth'>,
  ): void {
    if (date && date > localDate(this.clock.now(), site.timeZone))
      throw new InvalidField('validation_failed', '/date_of_birth', 'must not be after today');
  }

  private write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return mapConstraintErrors(CLASHES, () => this.database.transaction(work));
  }
}

const warned = <T extends object>(student: T, warnings: StudentWarningResponse[]) => ({
  ...student,
  ...(warnings.length > 0 && { warnings }),
});

const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

async function requireStudent(sql: Sql, access: SiteAccess, id: string): Promise<StudentResponse> {
  const student = await findStudent(sql, access.site.id, id, sightOf(access));
  if (!student) throw new NotFound('The student');
  return student;
}
