import { spawn } from 'node:child_process'

/** Ends by itself when its parent is gone: the pipe on stdin closes, which is looked at between two stretches. */
const burner = `
  process.stdin.resume().on('end', () => process.exit())
  const burn = () => { const end = Date.now() + 50; while (Date.now() < end); setImmediate(burn) }
  burn()
`

/**
 * Starts so many processes that each burn a core, as a machine does that has other work.
 * @returns what ends them
 */
export function burnBeside(count) {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', burner], { stdio: ['pipe', 'ignore', 'inherit'] }),
  )
  return () => {
    for (const child of children) child.kill('SIGKILL')
  }
}
