import { Command } from 'commander';
import { isDebug, sentenceOf } from '#apps/cli/sentence';
import { loadLocalSettings } from '#apps/local/local-settings';
import { ROLES } from '#libs/accounts/access/permissions';
import { loadEnvFile } from '#libs/core/config/config';

type Action = (...given: never[]) => Promise<unknown>;

/** A command is loaded when it is called: each needs other parts of Lodge, and some are large. */
const later =
  <Name extends string>(load: () => Promise<Record<Name, Action>>, name: Name) =>
  async (...given: unknown[]): Promise<void> =>
    void (await (await load())[name](...(given as never[])));

const SITE = 'its id or its name';

const program = new Command('lodge').description(
  'Commands for the operator of Lodge. They read the same settings as the api.',
);

program
  .command('migrate')
  .description('bring the database schema up to date')
  .action(later(() => import('#apps/cli/commands/migrate'), 'runMigrations'));
program
  .command('create-owner')
  .description('create the user who may do everything; prints a password for the first log-in')
  .requiredOption('--email <email>')
  .requiredOption('--first-name <name>')
  .requiredOption('--last-name <name>')
  .option('--password-stdin', 'read the password from standard input; it need not be changed')
  .action(later(() => import('#apps/cli/commands/create-owner'), 'createOwner'));
program
  .command('create-site')
  .description('create a site with the lists that every site begins with')
  .requiredOption('--name <name>')
  .requiredOption('--time-zone <zone>', 'such as Europe/London')
  .option('--date-order <order>', 'dmy, mdy or ymd')
  .option('--admin <email>', 'a user who becomes its administrator')
  .action(later(() => import('#apps/cli/commands/create-site'), 'createSite'));
program
  .command('reset-password')
  .description('give a user a new password for the next log-in, and end every session')
  .requiredOption('--email <email>')
  .action(later(() => import('#apps/cli/commands/reset-password'), 'resetPassword'));
program
  .command('list-sites')
  .description('list the sites with their ids')
  .action(later(() => import('#apps/cli/commands/lists'), 'printSites'));
program
  .command('list-users')
  .description('list the users with their roles')
  .option('--site <site>', 'only the members of this site and the owners')
  .action(later(() => import('#apps/cli/commands/lists'), 'printUsers'));
program
  .command('invite')
  .description('invite a person to a site; a new user gets a mail to set a password')
  .requiredOption('--email <email>')
  .requiredOption('--site <site>', SITE)
  .requiredOption('--role <role>', ROLES.join(', '))
  .option('--first-name <name>', 'when nobody has the email yet')
  .option('--last-name <name>', 'when nobody has the email yet')
  .action(later(() => import('#apps/cli/commands/invite'), 'invite'));
const ofUser = (name: string, description: string) =>
  program.command(name).description(description).requiredOption('--email <email>');
ofUser('unlock', 'let a user log in at once after too many wrong passwords').action(
  later(() => import('#apps/cli/commands/lock'), 'unlock'),
);
ofUser('disable-user', 'lock a user out, and end every session').action(
  later(() => import('#apps/cli/commands/lock'), 'disableUser'),
);
ofUser('enable-user', 'let a disabled user log in again').action(
  later(() => import('#apps/cli/commands/lock'), 'enableUser'),
);
ofUser('list-sessions', 'list the live sessions of a user').action(
  later(() => import('#apps/cli/commands/sessions'), 'listSessions'),
);
ofUser('end-sessions', 'end the sessions of a user')
  .option('--session <id>', 'only this one')
  .action(later(() => import('#apps/cli/commands/sessions'), 'endSessions'));
program
  .command('doctor')
  .description('examine configuration, schema, data, queue, mail and clock; says for each finding what to do')
  .option('--journal', 'also hold the journal of events against the trails, and find the first altered entry')
  .action(later(() => import('#apps/cli/commands/doctor'), 'doctor'));
program
  .command('upgrade-check')
  .description(
    'say what this installation needs for this version: settings, migrations, and what callers have to know; changes nothing',
  )
  .option('--from <version>', 'the release that runs now, if not the last one')
  .action(later(() => import('#apps/cli/commands/upgrade-check'), 'checkUpgrade'));
program
  .command('job <id>')
  .description('show the progress of a job, such as an import, until it is over')
  .option('--restart', 'put a job that failed back in line before')
  .action(later(() => import('#apps/cli/commands/job'), 'followJob'));
program
  .command('events')
  .description('print what changed in a site, one JSON object a line')
  .requiredOption('--site <site>', SITE)
  .option('--follow', 'continue with new entries')
  .option('--after <cursor>', 'only what came after this event')
  .option('--type <types>', 'such as booking.*, separated by commas')
  .action(later(() => import('#apps/cli/commands/events'), 'printEvents'));
program
  .command('retention')
  .description('count who would be erased some years after their last stay; changes nothing')
  .requiredOption('--site <site>', SITE)
  .option('--years <number>', 'left out: the retention_years of the site, or 6')
  .action(later(() => import('#apps/cli/commands/retention'), 'countRetention'));
program
  .command('roll-call')
  .description('print who is in house, by building, floor and room; the kept list while the database is unavailable')
  .option('--site <site>', 'the id or the exact name of a site; all sites when absent')
  .option('--json', 'one JSON object per site')
  .option('--pdf <file>', 'copy the PDF that was kept last into a file')
  .action(later(() => import('#apps/cli/commands/roll-call'), 'printRollCall'));
program
  .command('load-demo-data')
  .description('fill an empty database with the demo data')
  .action(later(() => import('#apps/cli/commands/load-demo-data'), 'loadDemo'));
program
  .command('backup')
  .description('write everything, as of one moment, into a new folder; work may go on')
  .requiredOption('--to <folder>', 'where the folder of the backup is made')
  .option('--keep-days <days>', 'remove older backups in it, except for the newest three')
  .action(later(() => import('#apps/cli/commands/backup'), 'makeBackup'));
program
  .command('keep-backups')
  .description(
    'back up, try a restore and remove old backups, each when it is due: what a worker does with BACKUP_FOLDER',
  )
  .action(later(() => import('#apps/cli/commands/backup'), 'keepByTheClock'));
program
  .command('verify-backup <folder>')
  .description('read a whole backup and hold it against its manifest')
  .action(later(() => import('#apps/cli/commands/backup'), 'checkBackup'));
program
  .command('fetch-backup [name]')
  .description('bring a backup back from the store of copies (BACKUP_COPY_URL): the newest, or the one of that name')
  .requiredOption('--to <folder>', 'where the folder of the backup is made')
  .action(later(() => import('#apps/cli/commands/backup'), 'fetchBackup'));
program
  .command('restore <folder>')
  .description('load a backup into a new database next to the live one, and compare every row')
  .option('--switch', 'put it in the place of the live one, which is kept')
  .action(later(() => import('#apps/cli/commands/backup'), 'restore'));
program
  .command('switch <database>')
  .description('put a restored database in the place of the live one, or go back to one that was kept')
  .action(later(() => import('#apps/cli/commands/backup'), 'switchDatabase'));

try {
  loadEnvFile();
  loadLocalSettings();
  await program.parseAsync();
} catch (error) {
  console.error(isDebug() ? error : sentenceOf(error));
  process.exitCode = 1;
}
