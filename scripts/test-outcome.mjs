/** So many files do not fail by chance. */
const mostFiles = 10

const none = { passed: 0, failed: 0, skipped: 0 }

/**
 * Which files of a run are run again: those with a failed test, and those in which an error was caught by nobody. None
 * where the run itself is in doubt: it broke off or hung, a worker died, a hook of the whole run failed, or so many
 * files failed that it is no chance.
 *
 * @param run what `watchOver` has followed to its end
 */
export function filesToRunAgain(run) {
  if (!run.ended || run.trouble !== undefined || run.outsideFiles > 0) return []
  const failed = run.files.filter(({ counts }) => counts.failed > 0)
  return failed.length > mostFiles ? [] : failed
}

/**
 * What a run and the second runs of some of its files come to: a file counts as its last run left it.
 *
 * @param run the whole run; of one that broke off only the counts are known
 * @param again of each file that was run again: the `file` of the first run, and its second `run`
 * @returns the counts, and as `unsteady` the files that passed the second time
 */
export function outcomeOf(run, again) {
  if (!run.ended) return { ...run.counts, unsteady: [] }
  const seconds = new Map(again.map(({ file, run: second }) => [file, second]))
  const counts = { ...none, failed: run.outsideFiles }
  const unsteady = []
  for (const file of run.files) {
    const second = seconds.get(file)
    const last = second === undefined ? file.counts : countsOfSecond(second)
    for (const key of Object.keys(counts)) counts[key] += last[key]
    if (second !== undefined && last.failed === 0) unsteady.push(file)
  }
  return { ...counts, unsteady }
}

/** A second run that broke off, that found its file nowhere, or that failed outside of it has failed. */
function countsOfSecond({ counts, ended, trouble }) {
  const isWhole = ended && trouble === undefined && counts.passed + counts.failed > 0
  return isWhole || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}
