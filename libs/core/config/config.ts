import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const url = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

const commaList = (isValid: (each: string) => boolean, message: string) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean),
    )
    .refine((list) => list.every(isValid), { message });
const isAddressRange = (text: string): boolean => {
  const [address = '', bits = '0', ...rest] = text.split('/');
  return (
    rest.length === 0 && isIP(address) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
  );
};
const isOrigin = (text: string): boolean =>
  URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);

// A secret that was typed to fill the field: of a few characters, or of a few again and again.
const isHardToGuess = (secret: string): boolean =>
  new Set(secret).size >= 8 && !/^(.{1,16})\1+.{0,16}$/su.test(secret) && !isSequence(secret);
/** Most of its characters follow the one before, as in the alphabet. */
const isSequence = (secret: string): boolean => {
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0);
  return codes.filter((code, n) => Math.abs(code - (codes[n - 1] ?? Infinity)) <= 1).length > codes.length / 2;
};

/** Every setting of Lodge. `.env.example` lists the same names; a spec compares the two. */
export const configSchema = z.object({
  LODGE_MODE: z.enum(['local', 'production']).default('production'),
  HOST: z.string().min(1).default('0.0.0.0'),
  PORT: count(0, 65_535).default(3000),
  PUBLIC_URL: url('http:', 'https:').transform((value) => value.replace(/\/+$/, '')),
  WEB_URL: url('http:', 'https:')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  TRUSTED_PROXIES: commaList(
    isAddressRange,
    'must be addresses or ranges such as 10.0.0.0/8, separated by commas',
  ).prefault(''),
  CORS_ORIGINS: commaList(isOrigin, 'must be origins such as https://app.example, separated by commas').prefault(''),
  SHUTDOWN_DELAY_SECONDS: count(0, 20).default(5),
  METRICS_TOKEN: z.string().min(16, { message: 'must have at least 16 characters' }).optional(),
  SECURITY_CONTACT: url('mailto:', 'https:').optional(),
  STATUS_PORT: count(1, 65_535).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DATABASE_URL: url('postgres:', 'postgresql:'),
  DATABASE_OWNER_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_POOL_SIZE: count(2, 200).default(10),
  DATABASE_WAIT_SECONDS: count(0, 3_600).default(60),
  JWT_SECRET: z
    .string()
    .min(32, { message: 'must have at least 32 characters; make one with: openssl rand -base64 48', abort: true })
    .refine(isHardToGuess, { message: 'is easy to guess; make one with: openssl rand -base64 48' }),
  COOKIE_SECURE: flag.default(true),
  SESSION_ACCESS_MINUTES: count(1, 60).default(15),
  SESSION_IDLE_HOURS: count(1, 168).default(8),
  SESSION_ABSOLUTE_DAYS: count(1, 90).default(7),
  PASSWORD_MIN_LENGTH: count(8, 128).default(12),
  API_KEY_MAX_DAYS: count(1, 3_650).default(365),
  RATE_LIMIT_SESSION_PER_MINUTE: count(0, 1_000_000).default(600),
  RATE_LIMIT_BULK_PER_MINUTE: count(0, 1_000_000).default(20),
  RATE_LIMIT_PDF_PER_MINUTE: count(0, 1_000_000).default(10),
  RATE_LIMIT_LOG_IN_PER_MINUTE: count(0, 1_000_000).default(10),
  RATE_LIMIT_LOG_IN_FAILURES: count(0, 1_000_000).default(5),
  RATE_LIMIT_RESETS_PER_HOUR: count(0, 1_000_000).default(3),
  OVERLOAD_DELAY_MS: count(0, 60_000).default(1_000),
  IMPORT_WAIT_SECONDS: count(0, 60).default(25),
  JOB_MOST_DEATHS: count(1, 10_000).default(5),
  // Callers are promised thirty days.
  IDEMPOTENCY_KEEP_DAYS: count(30, 3_650).default(30),
  IMPORT_ROWS_KEEP_DAYS: count(1, 3_650).default(30),
  DOCUMENT_WAIT_SECONDS: count(0, 120).default(60),
  STALLED_READER_SECONDS: count(1, 3_600).default(60),
  WEBHOOK_ALLOWED_ADDRESSES: commaList(
    isAddressRange,
    'must be addresses or ranges such as 10.0.0.0/8, separated by commas',
  ).prefault(''),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  MAIL_URL: url('smtp:', 'smtps:', 'file:'),
  MAIL_FROM: z.string().min(3).default('Lodge <lodge@localhost>'),
  BACKUP_FOLDER: z.string().startsWith('/', { message: 'must be an absolute path' }).optional(),
  BACKUP_EVERY_HOURS: count(1, 8_760).default(24),
  BACKUP_KEEP_DAYS: count(1, 36_500).default(35),
  BACKUP_TEST_DAYS: count(0, 365).default(7),
  WAL_ARCHIVE_FOLDER: z.string().startsWith('/', { message: 'must be an absolute path' }).optional(),
  WAL_ARCHIVE_DAYS: count(1, 3_650).default(7),
  BACKUP_COPY_URL: url('s3:', 'file:').optional(),
  BACKUP_PASSPHRASE: z
    .string()
    .min(20, { message: 'must have at least 20 characters; make one with: openssl rand -base64 32' })
    .optional(),
  STORAGE_URL: url('s3:', 'file:'),
  STORAGE_MIN_FREE_MB: count(0, 1_000_000_000).default(100),
  STORAGE_PUBLIC_URL: z
    .string()
    .refine(isOrigin, { message: 'must be an origin such as https://files.example' })
    .optional(),
  CHROMIUM_PATH: z.string().optional(),
  QUEUE_DASHBOARD: flag.default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
});

export type Config = z.infer<typeof configSchema>;
export const CONFIG = Symbol('CONFIG');

/** The address below which the pages for people are: those of a web client, or Lodge's own. */
export const webUrl = ({ WEB_URL, PUBLIC_URL }: Config): string => WEB_URL ?? PUBLIC_URL;

/** Where migrations, restores and what else changes tables are done: as their owner. */
export const ownerUrl = ({ DATABASE_OWNER_URL, DATABASE_URL }: Config): string => DATABASE_OWNER_URL ?? DATABASE_URL;

/** All errors of a configuration at once: the name and what is wrong with it, never the value. */
export class InvalidConfig extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration is not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/**
 * Reads the configuration once from the environment (and `.env`, when there is one).
 * @throws InvalidConfig with every error
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const unreadable = readFiles(given);
  const result = configSchema.safeParse(given);
  const problems = result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${reason(issue)}`);
  problems.push(...unreadable);
  if (result.success && result.data.LODGE_MODE === 'production' && !result.data.COOKIE_SECURE) {
    problems.push('COOKIE_SECURE: must be true in production, or sessions travel in the clear');
  }
  if (problems.length > 0 || !result.success) throw new InvalidConfig(problems);
  return result.data;
}

// `JWT_SECRET_FILE` names a file that holds `JWT_SECRET`: so do Docker and Kubernetes hand secrets over. An empty file is no setting.
function readFiles(given: NodeJS.ProcessEnv, names = Object.keys(configSchema.shape)): string[] {
  const problems: string[] = [];
  for (const name of names) {
    const file = given[`${name}_FILE`];
    if (!file || given[name]) continue;
    try {
      const text = readFileSync(file, 'utf8').trim();
      if (text !== '') given[name] = text;
    } catch (error) {
      problems.push(`${name}_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  return problems;
}

function reason(issue: z.core.$ZodIssue): string {
  const missing = issue.code === 'invalid_type' && issue.message.includes('received undefined');
  return missing ? 'is missing' : issue.message;
}

/** Loads `.env` of the working folder into the environment; variables that are already set win. */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Where traces are sent. It is read before the configuration, because tracing has to be loaded first. */
export function traceEndpoint(): string | undefined {
  const given = { ...process.env };
  // A file that cannot be read is reported with the other errors of the configuration.
  readFiles(given, ['OTEL_EXPORTER_OTLP_ENDPOINT']);
  return given.OTEL_EXPORTER_OTLP_ENDPOINT;
}
