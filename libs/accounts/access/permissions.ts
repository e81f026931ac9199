export const ROLES = ['viewer', 'reception', 'welfare', 'manager', 'admin'] as const;
export type Role = (typeof ROLES)[number];

const EVERY_ROLE: readonly Role[] = ROLES;
const DESK: readonly Role[] = ['reception', 'manager', 'admin'];
const MANAGEMENT: readonly Role[] = ['manager', 'admin'];
const ADMIN: readonly Role[] = ['admin'];

/** The permissions of each role in a site. They are defined only in this table. */
export const PERMISSIONS = {
  'site.read': EVERY_ROLE,
  'booking.read': EVERY_ROLE,
  'booking.correct': EVERY_ROLE,
  'student.read': EVERY_ROLE,
  'location_type.read': EVERY_ROLE,
  'sla.read': EVERY_ROLE,
  'event.read': EVERY_ROLE,
  'roll_call.read': ['reception', 'welfare', 'manager', 'admin'],
  'booking.write': DESK,
  'booking.transition': DESK,
  'booking.export': DESK,
  'booking.preview': DESK,
  'booking.bulk': MANAGEMENT,
  'booking.import': MANAGEMENT,
  'booking.swap': DESK,
  'booking.override': MANAGEMENT,
  'booking.void': MANAGEMENT,
  'booking.undo': MANAGEMENT,
  'booking.reinstate': DESK,
  'booking.backdate': MANAGEMENT,
  'waiting_list.write': DESK,
  'departure_slot.write': MANAGEMENT,
  'closure.write': MANAGEMENT,
  'calendar_feed.write': MANAGEMENT,
  'student.write': ['reception', 'welfare', 'manager', 'admin'],
  'student.export': DESK,
  'student.delete': MANAGEMENT,
  'student.erase': MANAGEMENT,
  'student.merge': MANAGEMENT,
  'student.data': MANAGEMENT,
  'student.import': MANAGEMENT,
  'student.welfare': ['welfare', 'manager', 'admin'],
  'student.birth_date': ['reception', 'welfare', 'manager', 'admin'],
  'location_type.write': ADMIN,
  'location.write': ADMIN,
  'list.write': ADMIN,
  'sla.write': ADMIN,
  'member.read': MANAGEMENT,
  'member.write': ADMIN,
  'site.write': ADMIN,
  'audit.read': ADMIN,
  'webhook.write': ADMIN,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

export const may = (role: Role, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly Role[]).includes(role);

/** Whether a role may do everything that another one may. */
export const covers = (role: Role, other: Role): boolean =>
  (Object.keys(PERMISSIONS) as Permission[]).every((permission) => !may(other, permission) || may(role, permission));
