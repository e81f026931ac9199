import { Command } from 'commander';
import { checkBackup, makeBackup, restore, switchDatabase } from '#apps/cli/commands/backup';
import { createOwner } from '#apps/cli/commands/create-owner';
import { createSite } from '#apps/cli/commands/create-site';
import { doctor } from '#apps/cli/commands/doctor';
import { invite } from '#apps/cli/commands/invite';
import { followJob } from '#apps/cli/commands/job';
import { loadDemo } from '#apps/cli/commands/load-demo-data';
import { disableUser, enableUser, unlock } from '#apps/cli/commands/lock';
import { runMigrations } from '#apps/cli/commands/migrate';
import { resetPassword } from '#apps/cli/commands/reset-password';
import { endSessions, listSessions } from '#apps/cli/commands/sessions';
import { isDebug, sentenceOf } from '#apps/cli/sentence';
import { ROLES } from '#libs/accounts/permissions';
import { loadEnvFile } from '#libs/core/config/config';

const program = new Command('lodge').description(
  'Commands for the operator of Lodge. They read the same settings as the api.',
);

program.command('migrate').description('bring the database schema up to date').action(runMigrations);
program
  .command('create-owner')
  .description('create the user who may do everything; prints a password for the first log-in')
  .requiredOption('--email <email>')
  .requiredOption('--first-name <name>')
  .requiredOption('--last-name <name>')
  .option('--password-stdin', 'read the password from standard input; it need not be changed')
  .action(createOwner);
program
  .command('create-site')
  .description('create a site with the lists that every site begins with')
  .requiredOption('--name <name>')
  .requiredOption('--time-zone <zone>', 'such as Europe/London')
  .option('--date-order <order>', 'dmy, mdy or ymd')
  .option('--admin <email>', 'a user who becomes its administrator')
  .action(createSite);
program
  .command('reset-password')
  .description('give a user a new password for the next log-in, and end every session')
  .requiredOption('--email <email>')
  .action(resetPassword);
program
  .command('invite')
  .description('make somebody a member of a site; who is new gets a mail to set a password')
  .requiredOption('--email <email>')
  .requiredOption('--site <id>')
  .requiredOption('--role <role>', ROLES.join(', '))
  .option('--first-name <name>', 'when nobody has the email yet')
  .option('--last-name <name>', 'when nobody has the email yet')
  .action(invite);
const ofUser = (name: string, description: string) =>
  program.command(name).description(description).requiredOption('--email <email>');
ofUser('unlock', 'let a user log in at once after too many wrong passwords').action(unlock);
ofUser('disable-user', 'lock a user out, and end every session').action(disableUser);
ofUser('enable-user', 'let a disabled user log in again').action(enableUser);
ofUser('list-sessions', 'list the live sessions of a user').action(listSessions);
ofUser('end-sessions', 'end the sessions of a user').option('--session <id>', 'only this one').action(endSessions);
program
  .command('doctor')
  .description('examine configuration, schema, data, queue, mail and clock; says for each finding what to do')
  .action(doctor);
program
  .command('job <id>')
  .description('show the progress of a job, such as an import, until it is over')
  .action(followJob);
program.command('load-demo-data').description('fill an empty database with the demo data').action(loadDemo);
program
  .command('backup')
  .description('write everything, as of one moment, into a new folder; work may go on')
  .requiredOption('--to <folder>', 'where the folder of the backup is made')
  .action(makeBackup);
program
  .command('verify-backup <folder>')
  .description('read a whole backup and hold it against its manifest')
  .action(checkBackup);
program
  .command('restore <folder>')
  .description('load a backup into a new database beside the live one, and compare every row')
  .option('--switch', 'put it in the place of the live one, which is kept')
  .action(restore);
program
  .command('switch <database>')
  .description('put a restored database in the place of the live one, or go back to one that was kept')
  .action(switchDatabase);

try {
  loadEnvFile();
  await program.parseAsync();
} catch (error) {
  console.error(isDebug() ? error : sentenceOf(error));
  process.exitCode = 1;
}
