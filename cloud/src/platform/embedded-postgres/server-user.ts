import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The unprivileged user that PostgreSQL runs as when we are root. */
export interface ServerUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * PostgreSQL refuses to run as root: there it runs as `postgres`, or `nobody`, which every system has.
 * @returns undefined where we are no root, and the server runs as we do.
 */
export async function findServerUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const user = await lookUp(name)
    if (user) return user
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither a user postgres nor nobody: start as an ordinary user',
  )
}

async function lookUp(name: string): Promise<ServerUser | undefined> {
  const ask = async (flag: string) => Number((await promisify(execFile)('id', [flag, name])).stdout.trim())
  try {
    return { name, uid: await ask('-u'), gid: await ask('-g') }
  } catch {
    return undefined
  }
}

/** What to add to `spawn` so that a child runs as that user, in an environment that shows nothing of ours. */
export function asServerUser(user: ServerUser | undefined) {
  return {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    cwd: '/',
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  }
}
