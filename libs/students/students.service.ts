import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { recordAudit } from '#libs/accounts/audit';
import type { SiteAccess } from '#libs/accounts/access';
import { Database, type Transaction } from '#libs/core/database/database';
import { DomainError, InvalidField, NotFound, UnknownReference } from '#libs/core/errors/domain-error';
import { naming } from '#libs/core/errors/postgres-errors';
import { requireVersion } from '#libs/core/http/etag';
import { newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { Student } from '#libs/students/student.entity';
import type {
  CreateStudentRequest,
  StudentCreatedResponse,
  StudentResponse,
  UpdateStudentRequest,
} from '#libs/students/students.dto';
import { findStudent, hasLiveBooking, knownIds, replaceFlags, resolveLocation } from '#libs/students/students.queries';
import { changesOf, welfareOf } from '#libs/students/welfare';

// Without 0, O, 1, I and L, which people mix up.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const CLASHES = {
  students_student_id_1: () =>
    new InvalidField('student_id_in_use', '/student_id', 'belongs to another student of this site'),
  students_email_1: () => new InvalidField('email_in_use', '/email', 'belongs to another student of this site'),
};

@Injectable()
export class StudentsService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws InvalidField `email_in_use`, `student_id_in_use`; UnknownReference */
  async create({ site }: SiteAccess, request: CreateStudentRequest): Promise<StudentCreatedResponse> {
    const id = newId();
    const { first_name, last_name, email, type = 'student', student_id = newStudentId() } = request;
    const now = this.clock.now();
    const location = await this.write(async (tx) => {
      const locationId = await requireLocation(tx, site.id, request.location);
      const names = { firstName: first_name, lastName: last_name, email: email ?? null, type, studentId: student_id };
      await tx.manager.insert(Student, { siteId: site.id, id, ...names, locationId, createdAt: now, updatedAt: now });
      return locationId;
    });
    const times = { created_at: now.toISOString(), updated_at: now.toISOString() };
    const record_name = `${last_name}, ${first_name}`;
    return {
      _id: id,
      site: site.id,
      ...(email ? { email } : {}),
      first_name,
      last_name,
      location,
      student_id,
      record_name,
      type,
      ...times,
      version: 1,
    };
  }

  /** @throws NotFound */
  async get(access: SiteAccess, id: string): Promise<StudentResponse> {
    const student = await findStudent(this.database, access.site.id, id, access.may('student.welfare'));
    if (!student) throw new NotFound('The student');
    return student;
  }

  /** @throws InvalidField, UnknownReference, VersionMismatch, DomainError `forbidden` for welfare fields */
  async update(
    access: SiteAccess,
    id: string,
    request: UpdateStudentRequest,
    version?: number,
  ): Promise<StudentResponse> {
    requireWelfarePermission(access, request);
    const { site, caller } = access;
    await this.write(async (tx) => {
      const student = await lock(tx, site.id, id);
      requireVersion(student.version, version);
      const locationId = await requireLocation(tx, site.id, request.location);
      await requireLists(tx, site.id, request);
      const { first_name, last_name, email, student_id, active, flags } = request;
      const given = { firstName: first_name, lastName: last_name, locationId, email, studentId: student_id, active };
      const welfare = welfareOf(student, request);
      const now = this.clock.now();
      const columns = { ...defined(given), ...welfare, version: student.version + 1, updatedAt: now };
      await tx.manager.update(Student, { siteId: site.id, id }, columns);
      if (flags) await replaceFlags(tx, site.id, id, flags);
      const changes = changesOf(student, welfare);
      const deed = {
        siteId: site.id,
        action: 'student.welfare_changed',
        subjectKind: 'student' as const,
        subjectId: id,
        changes,
      };
      if (changes.length > 0) await recordAudit(tx, caller, now, deed);
    });
    return this.get(access, id);
  }

  /** Hides a student for good; the record stays for the bookings of the past. @throws DomainError `has_live_bookings` */
  async delete({ site, caller }: SiteAccess, id: string, version?: number): Promise<void> {
    await this.write(async (tx) => {
      const student = await lock(tx, site.id, id);
      requireVersion(student.version, version);
      await requireNoLiveBooking(tx, site.id, id);
      const now = this.clock.now();
      await tx.manager.update(
        Student,
        { siteId: site.id, id },
        { deletedAt: now, active: false, version: student.version + 1, updatedAt: now },
      );
      await recordAudit(tx, caller, now, {
        siteId: site.id,
        action: 'student.deleted',
        subjectKind: 'student',
        subjectId: id,
      });
    });
  }

  /** Removes everything that tells who a student was. Bookings keep their rows. @throws DomainError `has_live_bookings` */
  async erase({ site, caller }: SiteAccess, id: string, version?: number): Promise<void> {
    await this.write(async (tx) => {
      const student = await lock(tx, site.id, id, { deletedToo: true });
      requireVersion(student.version, version);
      await requireNoLiveBooking(tx, site.id, id);
      const now = this.clock.now();
      const nobody = {
        firstName: 'Erased',
        lastName: 'Erased',
        email: null,
        photoUrl: null,
        studentId: newStudentId(),
        welfareFlag: false,
        welfareStateId: null,
      };
      const gone = {
        active: false,
        deletedAt: student.deletedAt ?? now,
        erasedAt: now,
        version: student.version + 1,
        updatedAt: now,
      };
      await tx.manager.update(Student, { siteId: site.id, id }, { ...nobody, ...gone });
      await replaceFlags(tx, site.id, id, []);
      await recordAudit(tx, caller, now, {
        siteId: site.id,
        action: 'student.erased',
        subjectKind: 'student',
        subjectId: id,
      });
    });
  }

  private write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return naming(CLASHES, () => this.database.transaction(work));
  }
}

const newStudentId = (): string =>
  `S-${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;

const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

async function lock(tx: Transaction, siteId: string, id: string, { deletedToo = false } = {}): Promise<Student> {
  const student = await tx.manager.findOne(Student, { where: { siteId, id }, lock: { mode: 'pessimistic_write' } });
  if (!student || student.erasedAt || (student.deletedAt && !deletedToo)) throw new NotFound('The student');
  return student;
}

async function requireLocation(tx: Transaction, siteId: string, given: string): Promise<string> {
  const found = await resolveLocation(tx, siteId, given);
  if (found === 'unknown') throw new UnknownReference([{ pointer: '/location', what: 'location' }]);
  if (found === 'ambiguous')
    throw new InvalidField('unknown_reference', '/location', 'is the name of several locations; send an id or a code');
  return found;
}

async function requireLists(
  tx: Transaction,
  siteId: string,
  { flags = [], welfare_state: state }: UpdateStudentRequest,
): Promise<void> {
  const knownFlags = await knownIds(tx, 'flags', siteId, flags);
  const knownStates = await knownIds(tx, 'welfare_states', siteId, state ? [state] : []);
  const faults = [
    ...flags.flatMap((id, index) =>
      knownFlags.has(id.toLowerCase()) ? [] : [{ pointer: `/flags/${index}`, what: 'flag' }],
    ),
    ...(state && !knownStates.has(state.toLowerCase()) ? [{ pointer: '/welfare_state', what: 'welfare state' }] : []),
  ];
  if (faults.length > 0) throw new UnknownReference(faults);
}

async function requireNoLiveBooking(tx: Transaction, siteId: string, id: string): Promise<void> {
  if (await hasLiveBooking(tx, siteId, id))
    throw new DomainError('has_live_bookings', 'The student has a live booking. End it first.');
}

function requireWelfarePermission(access: SiteAccess, { welfare_flag, welfare_state }: UpdateStudentRequest): void {
  const permission = 'student.welfare';
  if ((welfare_flag === undefined && welfare_state === undefined) || access.may(permission)) return;
  throw new DomainError('forbidden', `Welfare fields need the permission ${permission}.`, {
    required_permission: permission,
  });
}
