import { existsSync } from 'node:fs'

/** The folder of this package, which has its manifest, wherever in it this runs from: sources, build, or all in one file. */
export const packageFolder: URL = folderOf(new URL('./', import.meta.url))

function folderOf(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : folderOf(new URL('../', folder))
}
