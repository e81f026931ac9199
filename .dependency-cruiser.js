// Which resource may import which, beside itself and core. What is not listed is not allowed.
const ARROWS = {
  accounts: [],
  occupancy: [],
  'sla-policies': ['accounts'],
  sites: ['accounts', 'sla-policies'],
  'location-types': ['accounts', 'occupancy'],
  locations: ['accounts', 'idempotency', 'occupancy', 'location-types', 'references'],
  idempotency: ['accounts'],
  closures: ['accounts', 'locations', 'occupancy'],
  calendar: ['accounts', 'locations', 'occupancy'],
  'calendar-feeds': ['accounts', 'locations'],
  availability: ['accounts', 'locations'],
  jobs: ['accounts'],
  matching: [],
  references: [],
  'booking-import': ['accounts', 'bookings', 'idempotency', 'jobs', 'matching', 'students'],
  students: ['accounts', 'idempotency', 'locations', 'matching', 'occupancy'],
  bookings: ['accounts', 'idempotency', 'locations', 'occupancy'],
  'waiting-list': ['accounts', 'bookings', 'idempotency', 'locations', 'occupancy'],
  merges: ['accounts', 'bookings', 'idempotency', 'students'],
  pictures: ['accounts'],
  privacy: ['accounts', 'bookings', 'documents', 'idempotency', 'jobs', 'occupancy', 'students'],
  events: [
    'accounts',
    'bookings',
    'closures',
    'jobs',
    'location-types',
    'locations',
    'sites',
    'sla-policies',
    'students',
    'waiting-list',
  ],
  documents: [
    'accounts',
    'bookings',
    'calendar-feeds',
    'idempotency',
    'jobs',
    'locations',
    'occupancy',
    'references',
    'students',
  ],
  webhooks: ['accounts', 'events'],
  day: ['accounts', 'bookings', 'locations', 'occupancy', 'webhooks'],
};

const arrowRules = Object.entries(ARROWS).map(([resource, allowed]) => ({
  name: `arrows-of-${resource}`,
  severity: 'error',
  from: { path: `^libs/${resource}/` },
  to: { path: '^libs/', pathNot: `^libs/(${['core', resource, ...allowed].join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...arrowRules,
    {
      name: 'every-resource-is-listed',
      severity: 'error',
      from: {},
      to: { path: '^libs/', pathNot: `^libs/(${['core', ...Object.keys(ARROWS)].join('|')})/` },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'libs-never-import-apps', severity: 'error', from: { path: '^libs/' }, to: { path: '^apps/' } },
    {
      name: 'core-imports-no-resource',
      severity: 'error',
      from: { path: '^libs/core/' },
      // The texts of the SQL functions belong to the resource, and are applied together with the migrations.
      to: { path: '^libs/(?!core/)', pathNot: '^libs/occupancy/functions/' },
    },
    {
      name: 'typeorm-stays-near-the-data',
      severity: 'error',
      from: { pathNot: '(\\.(entity|queries|service|module)\\.ts$)|^libs/core/database/' },
      to: { path: 'node_modules/typeorm/' },
    },
    {
      name: 'bullmq-stays-in-the-queue',
      severity: 'error',
      from: { pathNot: '^(libs/core/queue/|apps/worker/)' },
      to: { path: 'node_modules/(bullmq|@nestjs/bullmq)/' },
    },
    {
      name: 'mail-stays-in-mail',
      severity: 'error',
      from: { pathNot: '^libs/core/mail/' },
      to: { path: 'node_modules/nodemailer/' },
    },
    {
      name: 's3-stays-in-storage',
      severity: 'error',
      from: { pathNot: '^libs/core/storage/' },
      to: { path: 'node_modules/(minio|aws4)/' },
    },
    {
      name: 'the-browser-stays-in-pdf',
      severity: 'error',
      from: { pathNot: '^libs/core/pdf/' },
      to: { path: 'node_modules/(puppeteer-core|pdf-lib)/' },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
    },
    tsPreCompilationDeps: true,
  },
};
