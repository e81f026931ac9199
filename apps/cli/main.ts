import { Command } from 'commander';
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

try {
  loadEnvFile();
  await program.parseAsync();
} catch (error) {
  console.error(isDebug() ? error : sentenceOf(error));
  process.exitCode = 1;
}
