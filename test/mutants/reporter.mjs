// Notes after each spec file which mutants it reached: Jest runs it in the process that runs the specs.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const stryker = (globalThis.__stryker__ ??= {});

export default class CoverageReporter {
  files = {};

  // What happens before the first test of a file may happen in each: files of a process share what was loaded.
  onTestFileStart() {
    stryker.currentTestId = undefined;
  }

  onTestCaseStart({ path }) {
    stryker.currentTestId = path;
  }

  onTestFileResult({ path }, { numFailingTests, testExecError, perfStats }) {
    const { static: before = {}, perTest = {} } = stryker.mutantCoverage ?? {};
    this.files[relative('.', path)] = {
      seconds: (perfStats.end - perfStats.start) / 1_000,
      passes: numFailingTests === 0 && !testExecError,
      reached: Object.keys(perTest[path] ?? {}),
    };
    writeFileSync(process.env.MUTANT_COVERAGE, JSON.stringify({ files: this.files, before: Object.keys(before) }));
  }
}
