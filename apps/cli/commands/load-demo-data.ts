import { Database } from '#libs/core/database/database';
import { demoDataState, loadDemoData } from '#apps/local/demo-data/demo-data';
import { withApp } from '#apps/cli/with-app';

export async function loadDemo(): Promise<void> {
  await withApp(async (app) => {
    const state = await demoDataState(app.get(Database, { strict: false }));
    if (state !== 'none') throw new Error('The database is not empty. Load the demo data into a new one.');
    await loadDemoData(app, (step) => console.log(step));
  });
}
