/**
 * Tells the process that started vitest how the run goes, over the IPC channel: after every test what is counted
 * so far and which tests are running, at the end the final counts, whole and by file. What fails outside a test (a file
 * that does not load, a hook of a suite, an error that nobody caught) counts as a failure of its own.
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
    const files = testModules.map(fileOf)
    let outsideFiles = 0
    for (const error of unhandledErrors) {
      // What a test leaves behind is heard while a later file runs, if they share a process: it is as much as is known.
      const file = files.find(({ path }) => path === error.VITEST_TEST_PATH)
      if (file === undefined) outsideFiles += 1
      else addFailure(file, error)
    }
    this.counts = { passed: 0, failed: outsideFiles, skipped: 0 }
    for (const { counts } of files) for (const key of Object.keys(counts)) this.counts[key] += counts[key]
    this.tell('end', { files, outsideFiles })
  }

  tell(stage, more = {}) {
    process.send?.({ stage, counts: this.counts, running: [...this.running], ...more })
  }
}

/** What became of a file: its counts, the first error of what failed, and how long it took (ms). */
function fileOf(testModule) {
  const file = {
    path: testModule.moduleId,
    name: testModule.relativeModuleId,
    project: testModule.project.name,
    tookMs: Math.round(testModule.diagnostic().duration),
    counts: { passed: 0, failed: 0, skipped: 0 },
    error: undefined,
  }
  for (const task of [testModule, ...testModule.children.allSuites()])
    for (const error of task.errors()) addFailure(file, error, task.fullName)
  for (const testCase of testModule.children.allTests()) {
    const { state, errors } = testCase.result()
    if (state === 'failed' || state === 'pending') addFailure(file, errors?.[0], testCase.fullName)
    else file.counts[state] += 1
  }
  return file
}

function addFailure(file, error, where) {
  file.counts.failed += 1
  const what = error === undefined ? 'did not end' : `${error.name}: ${error.message}`
  file.error ??= where === undefined ? what : `${where}: ${what}`
}

function nameOf(testCase) {
  return `${testCase.module.relativeModuleId} > ${testCase.fullName}`
}
