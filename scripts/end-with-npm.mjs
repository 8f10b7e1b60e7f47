const lookEveryMs = 1000

/**
 * Ends this process in order when the npm that started it is gone. npm hands on each signal that it gets, but one that is killed
 * gets none: what it started would go on where nobody sees it, and hold port and data folder.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const npm = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(looking)
    process.kill(process.pid, 'SIGTERM')
  }, lookEveryMs)
  looking.unref()
}
