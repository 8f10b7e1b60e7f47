// Appends events until killed and prints the number of each once it is durable. Run by outbox-kill.test.ts.
import { randomUUID } from 'node:crypto'
import { systemClock } from '../platform/clock.js'
import { openDatabase } from './open-database.js'
import { Outbox } from './outbox.js'

const [, , folder = ''] = process.argv
const outbox = await Outbox.open(await openDatabase(folder), systemClock)
for (;;) {
  const seq = await outbox.append({ type: 'event.opened', mark: randomUUID(), body: { n: outbox.last + 1 } })
  process.stdout.write(`${seq}\n`)
}
