import { mkdir, realpath } from 'node:fs/promises'

/**
 * Makes the data folder, and says where it really is. Others may pass through it, as the database's own
 * user has to where we are root, but not look around; what is secret in it is closed by itself.
 */
export async function prepareDataDir(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  return realpath(dataDir)
}
