import { Injectable, type PipeTransform } from '@nestjs/common';
import { RequestPipe } from '#libs/core/http/request.pipe';
import { ImportStudentsRequest, MOST_ROWS } from '#libs/students/import/import.dto';

/** The request as it came: an interface, so that the pipe of all routes leaves it alone. */
export interface ImportStudents extends ImportStudentsRequest {
  students: unknown[];
}

/** Checks the envelope of an import and leaves its rows as they are, whatever they are. */
@Injectable()
export class ImportRequestPipe implements PipeTransform {
  private readonly requests = new RequestPipe();

  transform(body: unknown): ImportStudents {
    const rows = (body as { students?: unknown } | null | undefined)?.students;
    const countable = Array.isArray(rows) ? rows.slice(0, MOST_ROWS + 1).map(() => null) : rows;
    const envelope = rows === undefined ? body : { ...(body as object), students: countable };
    const request = this.requests.transform(envelope, { type: 'body', metatype: ImportStudentsRequest });
    return { ...(request as ImportStudentsRequest), students: rows as unknown[] };
  }
}
