import { Injectable } from '@nestjs/common';
import { ReservedDatabase } from '#libs/core/database/reserved';
import { NotFound } from '#libs/core/errors/domain-error';
import { isId } from '#libs/core/http/ids';
import type { Caller } from '#libs/accounts/access/access';
import type { ProfileResponse } from '#libs/accounts/accounts.dto';
import { defaultPhoto } from '#libs/accounts/users/default-photo';
import { columnList, columnsAs, update } from '#libs/core/database/columns';
import { User } from '#libs/accounts/users/user.entity';

interface ProfileRow {
  first_name: string;
  last_name: string;
  photo_url: string | null;
  last_site: string | null;
}

const PROFILE = `
SELECT ${columnList(User, 'firstName lastName photoUrl')}, ${columnsAs(User, { last_site: 'lastSiteId' })} FROM users WHERE id = $1`;

const REMEMBER = `
${update(User, { lastSiteId: 's.id' }, 'u')} FROM sites s
WHERE u.id = $1 AND s.id = $2 AND (u.owner OR EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id AND m.site_id = s.id))
RETURNING u.id`;

@Injectable()
export class UsersService {
  constructor(private readonly database: ReservedDatabase) {}

  async profile({ userId, email }: Caller): Promise<ProfileResponse> {
    const [row] = await this.database.rows<ProfileRow>(PROFILE, [userId]);
    if (!row) throw new NotFound('The user');
    return {
      _id: userId,
      email,
      first_name: row.first_name,
      last_name: row.last_name,
      photo_url: row.photo_url ?? defaultPhoto(row.first_name, row.last_name, userId),
      ...(row.last_site ? { last_site: row.last_site } : {}),
    };
  }

  /** @throws NotFound when it is not one of the caller's sites */
  async rememberSite({ userId }: Caller, siteId: string): Promise<void> {
    const remembered = isId(siteId) ? await this.database.rows(REMEMBER, [userId, siteId]) : [];
    if (remembered.length === 0) throw new NotFound('The site');
  }
}
