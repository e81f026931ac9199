import { readConfig } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { demoDataState, loadDemoData } from '#apps/local/demo-data/demo-data';
import { withApp } from '#apps/cli/with-app';

/** The passwords of the demo accounts are public: they belong on one person's machine. */
export async function loadDemo(): Promise<void> {
  if (readConfig().LODGE_MODE !== 'local')
    throw new Error(
      'Demo data has accounts with public passwords. It is loaded in local mode only (LODGE_MODE=local, or npm start).',
    );
  await withApp(async (app) => {
    const state = await demoDataState(app.get(Database, { strict: false }));
    if (state !== 'none') throw new Error('The database is not empty. Load the demo data into a new one.');
    await loadDemoData(app, (step) => console.log(step));
  });
}
