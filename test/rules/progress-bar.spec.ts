import { describe, expect, test } from '@jest/globals';
import { ProgressBar } from '#start/progress-bar';

describe('the bar of npm start', () => {
  const barFor = (terminal: { isTTY?: boolean; columns?: number }, ...stages: Parameters<ProgressBar['plan']>[0]) => {
    const written: string[] = [];
    const bar = new ProgressBar({ ...terminal, write: (text) => written.push(text) });
    bar.plan(stages);
    return { bar, written };
  };
  const percents = (written: string[]) => written.flatMap((line) => (/(\d+) %/.exec(line) ?? []).slice(1).map(Number));

  test('covers all stages, never goes back and ends at 100', () => {
    const { bar, written } = barFor({ isTTY: true }, 'packages', 'build', 'start');
    bar.show('packages', 0.5, '210 of 420 packages');
    bar.show('packages', 1, 'done');
    bar.show('build', 0, 'compiling');
    bar.show('packages', 0.1, 'late');
    bar.show('start', 0.5, 'Starting the api');
    bar.show('start', 1, 'Ready');
    expect(percents(written)).toEqual([27, 55, 55, 55, 92, 100]);
  });

  test('shares the whole among the stages that there are: a second start only starts', () => {
    const { bar, written } = barFor({ isTTY: true }, 'start');
    bar.show('start', 0.5, 'Starting the api');
    expect(percents(written)).toEqual([50]);
  });

  test('stays on one line of a terminal, makes room for what is written, and is a few lines in a log', () => {
    const terminal = barFor({ isTTY: true, columns: 40 }, 'packages');
    terminal.bar.show('packages', 0.3, 'x'.repeat(200));
    expect(terminal.written[0]?.replace('\r\u001b[2K', '')).toHaveLength(39);
    terminal.bar.write('npm warns\n');
    expect(terminal.written.slice(1)).toEqual(['\r\u001b[2K', 'npm warns\n']);
    const log = barFor({}, 'packages');
    for (let done = 0; done <= 100; done++) log.bar.show('packages', done / 100, 'packages');
    expect(log.written).toHaveLength(5);
    expect(log.written.join('')).not.toContain('\u001b');
  });
});
