/** Ids of the demo data. The examples of the OpenAPI document use them, so that each works as it is after `npm start`. */
export const EXAMPLE = {
  site: '019aa000-0000-7000-8000-000000000001',
  locationType: '019aa000-0000-7000-8000-000000000011',
  building: '019aa000-0000-7000-8000-000000000021',
  room: '019aa000-0000-7000-8000-000000000022',
  student: '019aa000-0000-7000-8000-000000000031',
  /** A second record of that student, which became part of the first. */
  mergedStudent: '019aa000-0000-7000-8000-000000000032',
  flag: '019aa000-0000-7000-8000-000000000041',
  welfareState: '019aa000-0000-7000-8000-000000000042',
  category: '019aa000-0000-7000-8000-000000000043',
  coveredCategory: '019aa000-0000-7000-8000-000000000045',
  slaPolicy: '019aa000-0000-7000-8000-000000000046',
  cancellationCode: '019aa000-0000-7000-8000-000000000044',
  booking: '019aa000-0000-7000-8000-000000000051',
  otherBooking: '019aa000-0000-7000-8000-000000000052',
  closure: '019aa000-0000-7000-8000-000000000053',
  waitingEntry: '019aa000-0000-7000-8000-000000000054',
  member: '019aa000-0000-7000-8000-000000000061',
  /** Only a form: each upload has an id of its own. */
  upload: '019aa000-0000-7000-8000-000000000071',
} as const;
