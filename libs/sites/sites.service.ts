import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '#libs/accounts/access';
import { Database } from '#libs/core/database/database';
import { newId } from '#libs/core/http/ids';

@Injectable()
export class SitesService {
  constructor(@Inject(Database) private readonly database: Database) {}

  async create(
    site: { id?: string; name: string; time_zone: string; date_order: string | null },
    _caller?: Caller,
  ): Promise<string> {
    const id = site.id ?? newId();
    await this.database.transaction(async (tx) => {
      await tx.rows('INSERT INTO sites (id, name, time_zone, date_order) VALUES ($1, $2, $3, $4)', [
        id,
        site.name,
        site.time_zone,
        site.date_order,
      ]);
      for (const code of ['student_withdrew', 'data_entry_error', 'requested_by_student', 'other'])
        await tx.rows('INSERT INTO cancellation_codes (site_id, id, code, name) VALUES ($1, $2, $3, $3)', [
          id,
          newId(),
          code,
        ]);
    });
    return id;
  }
}
