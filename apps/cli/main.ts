import { Command } from 'commander';
import { checkBackup, makeBackup, restore, switchDatabase } from '#apps/cli/commands/backup';
import { createOwner } from '#apps/cli/commands/create-owner';
import { createSite } from '#apps/cli/commands/create-site';
import { loadDemo } from '#apps/cli/commands/load-demo-data';
import { runMigrations } from '#apps/cli/commands/migrate';
import { resetPassword } from '#apps/cli/commands/reset-password';
import { isDebug, sentenceOf } from '#apps/cli/sentence';
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
  .action(createOwner);
program
  .command('create-site')
  .description('create a site with the lists that every site begins with')
  .requiredOption('--name <name>')
  .requiredOption('--time-zone <zone>', 'such as Europe/London')
  .option('--date-order <order>', 'dmy, mdy or ymd')
  .action(createSite);
program
  .command('reset-password')
  .description('give a user a new password for the next log-in, and end every session')
  .requiredOption('--email <email>')
  .action(resetPassword);
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
