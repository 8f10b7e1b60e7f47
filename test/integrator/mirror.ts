import { createSightlineClient, FailedCall, notices, sync } from '@sightline/client'

interface Files {
  existsSync(path: string): boolean
  readFileSync(path: string, encoding: 'utf8'): string
  writeFileSync(path: string, text: string): void
  renameSync(from: string, to: string): void
}
declare const process: { argv: string[]; exitCode: number; getBuiltinModule(name: 'node:fs'): Files }
declare const console: { log(text: string): void }

/** Keeps the events of an organisation in a file. Arguments: where the service is, a key, the file. */
const [, , origin = '', credential = '', file = ''] = process.argv
const fs = process.getBuiltinModule('node:fs')
const kept: { token: string | null; events: Record<string, string> } = fs.existsSync(file)
  ? JSON.parse(fs.readFileSync(file, 'utf8'))
  : { token: null, events: {} }

const client = createSightlineClient({ origin, credential })
const steps = sync({
  readPage: (place) => client.GET('/api/v1/events', { params: { query: { limit: 2, ...place } } }),
  token: kept.token,
  wake: (signal) => notices({ origin, credential, signal }),
})
try {
  for await (const step of steps) {
    if (step.type === 'restart') {
      kept.events = {}
      kept.token = null
    }
    if (step.type === 'page') {
      for (const { id, notes } of step.items) kept.events[id] = notes ?? ''
      for (const id of step.removed) delete kept.events[id]
    }
    if (step.type === 'done') {
      kept.token = step.token
      // In one step: whoever is ended in between finds what was there before.
      fs.writeFileSync(`${file}.new`, JSON.stringify(kept))
      fs.renameSync(`${file}.new`, file)
    }
    console.log(step.type)
  }
} catch (failure) {
  if (!(failure instanceof FailedCall)) throw failure
  console.log(failure.error.code)
  process.exitCode = 1
}
