import { startProcess, tailOf } from '../platform/child-process.js'
import { type Clock } from '../platform/clock.js'

/** How a short command ended. */
type CommandEnd = { readonly ok: true } | { readonly ok: false; readonly said: string }

/** Runs a command of the system to its end; never through a shell. */
export type RunCommand = (command: string, args: readonly string[]) => Promise<CommandEnd>

const deadlineMs = 60_000
const saidLimit = 2000

/** Runs commands of this machine. */
export function systemCommands(clock: Clock): RunCommand {
  return async (command, args) => {
    const { child, ended } = startProcess({ command, args, clock, deadlineMs })
    child.stdin.end()
    child.stdout.resume()
    const said = tailOf(child.stderr, saidLimit)
    const end = await ended
    switch (end.kind) {
      case 'exited':
        return end.code === 0 ? { ok: true } : { ok: false, said: said().trim() || `exit code ${end.code}` }
      case 'killed':
        return { ok: false, said: `it did not end within ${deadlineMs / 1000} s` }
      case 'not_started':
        return { ok: false, said: end.error.message }
    }
  }
}
