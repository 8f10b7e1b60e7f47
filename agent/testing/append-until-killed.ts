// Appends events until killed and prints the number of each once it is durable. Run by outbox-kill.test.ts.
import { randomUUID } from 'node:crypto'
import { openDatabase } from '#agent/outbox/open-database.js'
import { Outbox } from '#agent/outbox/outbox.js'
import { systemClock } from '#agent/platform/clock.js'

const [, , folder = ''] = process.argv
const outbox = await Outbox.open(await openDatabase(folder), systemClock)
for (;;) {
  const seq = await outbox.append({ type: 'event.opened', mark: randomUUID(), body: { n: outbox.last + 1 } })
  process.stdout.write(`${seq}\n`)
}
