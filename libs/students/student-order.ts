export const STUDENT_ORDERS = [
  'last_name',
  '-last_name',
  'first_name',
  '-first_name',
  'location',
  '-location',
  'student_id',
  '-student_id',
  'created_at',
  '-created_at',
] as const;
export type StudentOrder = (typeof STUDENT_ORDERS)[number];

const COLUMNS: Record<string, string> = {
  last_name: 's.last_name',
  first_name: 's.first_name',
  location: 'l.name COLLATE natural_order',
  student_id: 's.student_id COLLATE natural_order',
  created_at: 's.created_at',
};

/** The ORDER BY of students `s` at locations `l`; ties by name, then by id. */
export function orderOf(order: StudentOrder = 'last_name'): string {
  const direction = order.startsWith('-') ? 'DESC' : 'ASC';
  return `ORDER BY ${COLUMNS[order.replace('-', '')]} ${direction}, s.last_name, s.first_name, s.id`;
}
