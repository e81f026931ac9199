import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IGNORED, makeCorpus } from '../../corpus/generate.js';
import { loadSite, setDateOrder } from '../../corpus/load.js';
import { scoreRows, type Score, shares, sum, THRESHOLDS } from '../../corpus/score.js';
import { makeSite } from '../../corpus/site.js';
import { type Client, Lodge } from '../../support/lodge.js';

// The short form of `npm run corpus`, over HTTP.
describe('a corpus of dirty rows with the right answer beside each', () => {
  const site = makeSite();
  let lodge: Lodge;
  let client: Client;
  let score: Score;
  const complaints: string[] = [];

  beforeAll(async () => {
    lodge = await Lodge.start();
    await loadSite((sql, values) => lodge.sql(sql, values), site);
    const { email } = await lodge.make.user({ roles: { [site.id]: 'manager' } });
    client = await lodge.logIn(email);
    const scores: Score[] = [];
    for (const { order, csv, truths } of makeCorpus(site, { each: 25, seed: 11 })) {
      await setDateOrder((sql, values) => lodge.sql(sql, values), site, order);
      const answer = await client.post(`/bookings/import/preview?site=${site.id}&columns=${IGNORED}`, csv, {
        'content-type': 'text/csv',
      });
      if (answer.status !== 200) throw new Error(answer.text);
      scores.push(
        ...scoreRows(truths, answer.body.rows, (truth, row, what) => {
          if (what === 'wrong') complaints.push(`${truth.defect}: ${JSON.stringify(row.normalized)}`);
        }).values(),
      );
    }
    score = sum(scores);
  });
  afterAll(() => lodge.stop());

  it('is large enough to mean something', () => {
    expect(score.rows).toBeGreaterThan(1_700);
    expect(score.resolvable).toBeGreaterThan(700);
    expect(score.questions).toBeGreaterThan(600);
  });

  it('never gives a row a person, room or first day that is not the right one', () => {
    expect(complaints).toEqual([]);
    expect(score.wrong).toBe(THRESHOLDS.wrong);
  });

  it('accepts most of what can be resolved without asking', () => {
    expect(shares(score).resolved).toBeGreaterThanOrEqual(THRESHOLDS.resolved);
  });

  it('offers the right one among the first three where it asks', () => {
    expect(shares(score).offered).toBeGreaterThanOrEqual(THRESHOLDS.offered);
  });
});
