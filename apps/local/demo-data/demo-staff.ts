import { ROLES, type Role } from '#libs/accounts/access/permissions';
import { EXAMPLE } from '#libs/core/http/examples';
import { newId } from '#libs/core/http/ids';

export interface StaffRow {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  owner: boolean;
  role: Role | null;
}

const NAMES: Record<Role, [first: string, last: string]> = {
  admin: ['Ada', 'Admin'],
  manager: ['Marek', 'Manager'],
  reception: ['Rita', 'Reception'],
  welfare: ['Wendy', 'Welfare'],
  viewer: ['Victor', 'Viewer'],
};

/** The owner, and one member of staff of each role. */
export function planStaff(): StaffRow[] {
  const owner = {
    id: newId(),
    email: 'owner@lodge.example',
    first_name: 'Olive',
    last_name: 'Owner',
    owner: true,
    role: null,
  };
  const members = ROLES.map((role) => ({
    id: role === 'viewer' ? EXAMPLE.member : newId(),
    email: `${role}@lodge.example`,
    first_name: NAMES[role][0],
    last_name: NAMES[role][1],
    owner: false,
    role,
  }));
  return [owner, ...members];
}
