import { setTimeout as sleep } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import { withApp } from '#apps/cli/with-app';
import { isId } from '#libs/core/http/ids';
import type { JobRow } from '#libs/jobs/jobs.queries';
import { JobsService } from '#libs/jobs/jobs.service';

const LOOK_MS = 250;

/** Shows the progress of a job until it is over. @throws Error when there is none, or when it failed */
export async function followJob(id: string, { restart }: { restart?: boolean } = {}): Promise<void> {
  const job = await withApp(async (app) => {
    const jobs = app.get(JobsService, { strict: false });
    if (restart) await jobs.restart(requireId(id));
    return follow(jobs, id);
  });
  if (job.state === 'failed') throw new Error(`The job failed: ${JSON.stringify(job.problem)}`);
  console.log(job.result_url ? `Done: ${job.result_url}` : 'Done.');
}

function requireId(id: string): string {
  if (!isId(id)) throw new Error(`There is no job ${id}.`);
  return id;
}

async function follow(jobs: JobsService, id: string): Promise<JobRow> {
  const look = async () => {
    const job = isId(id) ? await jobs.find(id) : undefined;
    if (!job) throw new Error(`There is no job ${id}.`);
    return job;
  };
  let job = await look();
  const bar = new SingleBar({
    format: '{stage} [{bar}] {percentage} %, {value} of {total}, {eta_formatted} left',
    // In a log it is a line now and then.
    noTTYOutput: true,
    stream: process.stdout,
  });
  const show = ({ progress: { done, total, stage } }: JobRow) => {
    bar.setTotal(total);
    bar.update(done, { stage });
  };
  bar.start(job.progress.total, job.progress.done, { stage: job.progress.stage });
  try {
    for (; job.state !== 'completed' && job.state !== 'failed'; job = await look()) {
      show(job);
      await sleep(LOOK_MS);
    }
    show(job);
  } finally {
    bar.stop();
  }
  return job;
}
