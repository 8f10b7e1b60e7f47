/**
 * Tells the process that started vitest how the run goes, over the IPC channel: after every test what is counted
 * so far and which tests are running, at the end the final counts. What fails outside a test (a file that does
 * not load, a hook of a suite, an error that nobody caught) counts as a failure of its own.
 */
export default class TestReporter {
  counts = { passed: 0, failed: 0, skipped: 0 }
  running = new Set()

  constructor() {
    if (!process.channel) return
    // Our parent is gone: nobody is left to end this run if it hangs, nor what its tests started.
    process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
    process.channel.unref()
  }

  onTestModuleStart(testModule) {
    this.running.add(testModule.relativeModuleId)
    this.tell('progress')
  }

  onTestCaseReady(testCase) {
    this.running.add(nameOf(testCase))
  }

  onTestCaseResult(testCase) {
    this.running.delete(nameOf(testCase))
    const { state } = testCase.result()
    if (state in this.counts) this.counts[state] += 1
    this.tell('progress')
  }

  onTestModuleEnd(testModule) {
    this.running.delete(testModule.relativeModuleId)
    this.tell('progress')
  }

  onTestRunEnd(testModules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const testModule of testModules) {
      for (const task of [testModule, ...testModule.children.allSuites()])
        counts.failed += task.errors().length
      for (const testCase of testModule.children.allTests()) {
        const { state } = testCase.result()
        counts[state === 'pending' ? 'failed' : state] += 1
      }
    }
    this.counts = counts
    this.tell('end')
  }

  tell(stage) {
    process.send?.({ stage, counts: this.counts, running: [...this.running] })
  }
}

function nameOf(testCase) {
  return `${testCase.module.relativeModuleId} > ${testCase.fullName}`
}
