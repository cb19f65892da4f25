/** Prints each step of the tour with what was seen, as a person would tell it. */
import type {
  FullResult,
  Reporter,
  TestCase,
  TestResult,
  TestStep,
} from '@playwright/test/reporter';

export default class TourReporter implements Reporter {
  #number = 0;

  onStdOut(chunk: string | Buffer): void {
    process.stdout.write(chunk);
  }

  onStepEnd(_test: TestCase, _result: TestResult, step: TestStep): void {
    if (step.category !== 'test.step' || step.parent?.category === 'test.step') return;
    this.#number += 1;
    const mark = step.error ? 'not seen' : 'seen';
    console.log(`${String(this.#number).padStart(2)}. ${step.title}: ${mark}`);
  }

  onTestEnd(_test: TestCase, result: TestResult): void {
    for (const { message } of result.errors) console.error(`\n${message ?? ''}`);
  }

  onError(error: { message?: string }): void {
    console.error(error.message ?? error);
  }

  onEnd(result: FullResult): void {
    console.log(
      result.status === 'passed'
        ? `\nThe tour is complete: ${String(this.#number)} steps seen. Pictures are in tour/.`
        : '\nThe tour stopped: a step was not seen.',
    );
  }
}
