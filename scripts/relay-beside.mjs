import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { root, say } from './workspace.mjs'

const program = join(root, 'agent', 'dist', 'main.js')
/** What a relay needs of our environment. The secrets of the cloud are not among it: it reads what strangers send. */
const handedOn =
  /^(PATH|HOME|LANG|LC_.*|TZ|TMPDIR|NODE_.*|FFMPEG_PATH|ALLOWED_PRIVATE_CIDRS|RECONNECT_MAX_SEC|LOG_LEVEL)$/
const backoffMs = { first: 1000, most: 30_000 }
/** One that ran this long was well: its end is the first of a new row. */
const wellAfterMs = 60_000
const endWithinMs = 9_500
/** Exit codes of a relay: it was started wrongly, and would be again; another one holds its data folder. */
const codes = { wrongUse: 2, alreadyRunning: 9 }

/**
 * Runs a relay beside the cloud, for cameras without a gateway, and starts it again when it dies.
 *
 * @param cloud the running cloud: where it listens, and the file with the key of its relays
 * @returns how to end it
 */
export function relayBeside(cloud) {
  let ending = false
  let relay = start(cloud)
  let again

  function watch(startedMs, failures) {
    void relay.gone.then(({ code, reason }) => {
      if (ending) return
      if (code === codes.wrongUse)
        return say('The relay cannot run with these settings; the cloud goes on without it.')
      const row = performance.now() - startedMs >= wellAfterMs ? 1 : failures + 1
      const waitMs = Math.min(backoffMs.first * 2 ** (row - 1), backoffMs.most)
      // One that a killed cloud left behind is about to end; one of another cloud on this folder may stay.
      if (code !== codes.alreadyRunning)
        say(`The relay ended (${reason}); it is started again in ${waitMs / 1000} s.`)
      again = setTimeout(() => {
        relay = start(cloud)
        watch(performance.now(), row)
      }, waitMs)
    })
  }
  watch(performance.now(), 0)

  return {
    async end() {
      ending = true
      clearTimeout(again)
      relay.child.kill('SIGTERM')
      const force = setTimeout(() => killGroup(relay.child), endWithinMs)
      await relay.gone
      clearTimeout(force)
    },
  }
}

/** In a group of its own, so that Ctrl-C reaches it by us and in order; if we are killed, it ends by itself. */
function start({ url, relayKeyFile }) {
  const dataDir = join(dirname(relayKeyFile), 'relay')
  // The address is this machine's own, whatever network it belongs to.
  const args = ['relay', '--cloud', url, '--allow-http', '--key-file', relayKeyFile, '--data-dir', dataDir]
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => handedOn.test(name)))
  const child = spawn(process.execPath, [program, ...args], {
    env: { LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 2, 2, 'ipc'],
    detached: true,
  })
  const gone = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, reason: error.message }))
    child.once('exit', (code, signal) => resolve({ code, reason: signal ?? `exit code ${code}` }))
  })
  return { child, gone }
}

function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
