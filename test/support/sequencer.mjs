import TestSequencer from '@jest/test-sequencer';

// Specs that start processes take longest. They begin first, so that both processes that run specs end at the same time.
const SLOW = ['test/local/', 'test/start/', 'test/cli/', 'test/api/platform/', 'test/jobs/', 'test/repository/'];

const rank = ({ path }) => {
  const found = SLOW.findIndex((folder) => path.includes(folder));
  return found < 0 ? SLOW.length : found;
};

export default class Sequencer extends TestSequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}
