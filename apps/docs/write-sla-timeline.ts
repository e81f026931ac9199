import { writeFile } from 'node:fs/promises';
import { drawTimeline } from '#apps/docs/sla-timeline';

await writeFile('docs/sla-timeline.svg', drawTimeline());
