import { expect, it } from '@jest/globals';
import { columnsOf } from '#libs/core/database/columns';
import { PERSONAL_DATA } from '#libs/privacy/personal-data';
import {
  columnsFor,
  CREATE_FIELDS,
  ERASED_FIELDS,
  erasedProperties,
  IMPORTED_FIELDS,
  propertiesOf,
  RECORDED_FIELDS,
  STORED_FIELDS,
  UPDATE_FIELDS,
  valuesOf,
} from '#libs/students/student-fields';
import { Student } from '#libs/students/student.entity';

const columns = columnsOf(Student);

it('a value that a request, an import or an undo can change is in the audit', () => {
  const changeable = [...CREATE_FIELDS, ...UPDATE_FIELDS, ...IMPORTED_FIELDS];
  expect(changeable.filter((name) => !RECORDED_FIELDS.includes(name))).toEqual([]);
});

it('a field has a column of the entity, and no two fields have the same', () => {
  const stored = columnsFor(STORED_FIELDS).split(', ');
  expect(new Set(stored).size).toBe(STORED_FIELDS.length);
  expect(Object.values(columns).map(({ name }) => name)).toEqual(expect.arrayContaining(stored));
});

it('what is given by field comes back by field, null and false included, and what is not given stays away', () => {
  const given = { student_id: 'KC1', first_name: 'Ada', email: null, location: 'somewhere' };
  const properties = propertiesOf(CREATE_FIELDS, given);
  expect(Object.keys(properties)).toHaveLength(4);
  expect(valuesOf(['student_id', 'first_name', 'email', 'location'], properties)).toEqual(given);
  expect(propertiesOf(UPDATE_FIELDS, { active: false })).toEqual({ active: false });
});

it('erasing replaces every column that the register of personal data calls emptied, but for those that the service sets', () => {
  const emptied = new Set(PERSONAL_DATA.students?.emptied?.split(' '));
  for (const kept of ['name_key', 'deleted_at', 'erased_at', 'version', 'updated_at', 'welfare_updated_at'])
    emptied.delete(kept);
  const written = Object.keys(erasedProperties('S-1')).map((name) => columns[name as keyof Student].name);
  expect(new Set(written)).toEqual(emptied);
  expect(written).toHaveLength(ERASED_FIELDS.length);
});
