import path from 'node:path'
import { ConfigError } from '../config.js'
import { errorCode } from '../error-code.js'

/** Where a server was to listen, and the settings that say so. */
interface Listening {
  readonly host: string
  readonly port: number
  readonly setting: 'PORT' | 'METRICS_PORT'
}

/** In words why a server does not listen; the error itself, if it is of another kind. */
export function listenFailure(error: unknown, { host, port, setting }: Listening): unknown {
  const read = `${setting}=${port}, HOST=${host}`
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return said(
        error,
        `the port is taken by another program (${read}): stop it, or choose another with ${setting}`,
      )
    case 'EACCES':
      return said(
        error,
        `this user may not listen there (${read}): choose ${setting} from 1024 on, with a proxy before it`,
      )
    case 'EADDRNOTAVAIL':
      return said(
        error,
        `no network interface of this machine has the address (${read}): let HOST be one of its own, or 0.0.0.0 or :: for all`,
      )
    case 'EAFNOSUPPORT':
      return said(
        error,
        `this machine does not speak the protocol of the address (${read}): let HOST be one of the other kind, such as 0.0.0.0`,
      )
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return said(
        error,
        `HOST is no name of this machine (${read}): let it be an address, such as 0.0.0.0 for all`,
      )
    default:
      return error
  }
}

const waysOut: Readonly<Record<string, string>> = {
  EACCES: 'let it belong to the user that runs this, or name another with DATA_DIR',
  EPERM: 'let it belong to the user that runs this, or name another with DATA_DIR',
  EROFS: 'it lies on a file system that is read-only: mount it for writing, or name another with DATA_DIR',
  ENOSPC: 'there is no room: make some, or name a folder on a larger disk with DATA_DIR',
  EDQUOT: 'the quota of this user is used up: raise it, or name another with DATA_DIR',
  ENOTDIR: 'a part of the path is a file and no folder: name another with DATA_DIR',
  EEXIST: 'there is a file of that name and no folder: name another with DATA_DIR',
  ENAMETOOLONG: 'the path is too long: name another with DATA_DIR',
  ELOOP: 'its links lead round: name another with DATA_DIR',
  EIO: 'the disk fails: look at it, or name another with DATA_DIR',
  EMFILE: 'too many files are open: raise the limit (ulimit -n)',
}

/** In words why the data folder cannot be used; the error itself, if it is of anything else. */
export function dataDirFailure(error: unknown, dataDir: string): unknown {
  const wayOut = waysOut[errorCode(error) ?? '']
  if (wayOut === undefined || !(error instanceof Error) || !isWithin(error, dataDir)) return error
  return said(error, `the data folder cannot be used (DATA_DIR=${dataDir}; ${error.message}): ${wayOut}`)
}

/** A write names no path, nor does a sync: what a start writes lies there. */
function isWithin(error: Error, dataDir: string): boolean {
  if (!('syscall' in error) || error.syscall === 'listen' || error.syscall === 'connect') return false
  if (!('path' in error) || typeof error.path !== 'string') return true
  const whole = path.resolve(dataDir)
  const failed = path.resolve(error.path)
  // A folder above it that cannot be made or entered is named in its stead.
  return failed.startsWith(whole) || whole.startsWith(failed)
}

const said = (cause: unknown, message: string) => new ConfigError(message, { cause })
