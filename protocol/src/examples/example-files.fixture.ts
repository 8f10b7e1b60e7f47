import { readdirSync, readFileSync } from 'node:fs'

/** A file of this folder, named `<type>.good[-variant].json` or `<type>.bad[-variant].json`. */
export interface ExampleFile {
  /** Path below `examples`, such as `to-cloud/hello.good.json`. */
  path: string
  type: string
  good: boolean
  json: unknown
}

const nameForm = /^(?<type>.+)\.(?<verdict>good|bad)(?:-[a-z-]+)?\.json$/

/** All examples of a folder. @throws if a file's name has another form, for it would never be read. */
export function examplesIn(folder: string): ExampleFile[] {
  return readdirSync(new URL(`${folder}/`, import.meta.url)).map((name) => {
    const groups = nameForm.exec(name)?.groups
    if (!groups?.type) throw new Error(`examples/${folder}/${name} is named like no example`)
    const path = `${folder}/${name}`
    return { path, type: groups.type, good: groups.verdict === 'good', json: readExample(path) }
  })
}

/** One example, by its path below `examples`. */
export function readExample(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}
