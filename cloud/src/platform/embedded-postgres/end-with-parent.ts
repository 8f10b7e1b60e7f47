import { spawn } from 'node:child_process'

/**
 * Ends a server and removes its folder as soon as this process is gone, however it went: a small shell
 * waits for the end of a pipe that only this process holds open. For servers that nothing must survive.
 * @returns calls the guard off.
 */
export function endWithParent(pid: number, folder: string): () => void {
  const guard = spawn(
    '/bin/sh',
    [
      '-c',
      'read -r _ && exit 0; kill -QUIT "$1" 2>/dev/null; sleep 1; kill -KILL "$1" 2>/dev/null; rm -rf "$2"',
      'guard',
      String(pid),
      folder,
    ],
    { stdio: ['pipe', 'ignore', 'ignore'], detached: true },
  )
  guard.unref()
  // Writing to a guard that somebody killed is no failure of ours.
  guard.stdin.on('error', () => {})
  return () => guard.stdin.end('done\n')
}
