import { spawn } from 'node:child_process'

/**
 * Ends a server and removes its folder as soon as this process is gone, however it went. For servers that nothing must survive.
 * @returns calls the guard off, and resolves when it is gone
 */
export function endWithParent(pid: number, folder: string): () => Promise<void> {
  return guard('kill -QUIT "$1" 2>/dev/null; sleep 1; kill -KILL "$1" 2>/dev/null; rm -rf "$2"', pid, folder)
}

/**
 * Ends the server of a data folder as soon as this process is gone, however it went: killed, by a closed terminal, in haste. In order
 * first, as it is ended otherwise; a server that was started there meanwhile has another id and is left alone.
 * @returns calls the guard off, and resolves when it is gone
 */
export function endServerWithParent(pid: number, dataDir: string): () => Promise<void> {
  return guard(
    `named() { [ ! -e "$2/postmaster.pid" ] || [ "$(head -n 1 "$2/postmaster.pid" 2>/dev/null)" = "$1" ]; }
     for signal in INT INT INT QUIT KILL; do
       named "$1" "$2" || exit 0
       kill -s "$signal" "$1" 2>/dev/null || exit 0
       for _ in 1 2 3 4; do kill -0 "$1" 2>/dev/null || exit 0; sleep 1; done
     done`,
    pid,
    dataDir,
  )
}

/** A small shell waits for the end of a pipe that only this process holds open, and runs the commands then. */
function guard(commands: string, pid: number, folder: string): () => Promise<void> {
  const shell = spawn('/bin/sh', ['-c', `read -r _ && exit 0; ${commands}`, 'guard', String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
    // Nothing of ours: it needs the programs of every system and no secret.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
  })
  shell.unref()
  // Without a shell there is no guard, and what is left over is ended by the next start.
  shell.on('error', () => {})
  // Writing to a guard that somebody killed is no failure of ours.
  shell.stdin.on('error', () => {})
  const gone = new Promise<void>((resolve) => {
    shell.once('exit', () => resolve())
    shell.once('error', () => resolve())
  })
  return () => {
    shell.ref()
    shell.stdin.end('done\n')
    return gone
  }
}
