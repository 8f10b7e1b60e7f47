import { randomUUID } from 'node:crypto'
import { Role } from '@sightline/protocol'
import { expect, test } from 'vitest'
import { type ChangeRow, type Moment, sees } from '../../identity/changes/changes.service.js'
import { readSnapshot } from '../../identity/changes/snapshot.js'
import { NoticeBatch } from './notice-batch.js'
import type { NoticeScope } from './notice-text.js'

const snapshotOf = (text: string) => {
  const snapshot = readSnapshot(text)
  if (!snapshot) throw new Error('no snapshot')
  return snapshot
}
const moment: Moment = { snapshot: snapshotOf('200:200:'), lineage: 'a', atMs: 0 }
const [here, there, elsewhere] = [randomUUID(), randomUUID(), randomUUID()]
const [reader, other] = [randomUUID(), randomUUID()]

const changed = (of: Partial<ChangeRow>): ChangeRow => ({
  kind: 'event',
  change: 'updated',
  id: randomUUID(),
  site_id: here,
  at_least: null,
  user_id: null,
  camera_id: null,
  moved_to: null,
  xid: 100n,
  ...of,
})

/** People of each role, with keys among them, at all sites or at some. */
const listeners: readonly NoticeScope[] = Role.options.flatMap((role) =>
  Array.from({ length: 200 }, (_, n) => {
    const some = [[here], [there, elsewhere], [here, there], [there, here]][n % 4] ?? []
    const userId = n % 5 === 0 ? null : randomUUID()
    return { role, userId, siteIds: role === 'viewer' ? [...some, randomUUID()] : null }
  }),
)

const delivery = changed({ kind: 'delivery', site_id: null, at_least: 'operator' })
const inbox = changed({ kind: 'inbox', site_id: null, user_id: reader })
const moved = changed({ kind: 'camera', change: 'removed', moved_to: there })

test.each([
  { of: 'an event', changes: [changed({})], texts: 3 },
  { of: 'a delivery beside it', changes: [changed({}), delivery], texts: 3 },
  {
    of: 'what is for operators and for admins',
    changes: [delivery, { ...delivery, at_least: 'admin' as const }],
    texts: 3,
  },
  { of: 'something in the inbox of somebody else', changes: [changed({}), inbox], texts: 3 },
  { of: 'a camera that moved', changes: [moved, changed({ kind: 'camera', site_id: there })], texts: 4 },
  {
    of: 'more than is told',
    changes: Array.from({ length: 1_000 }, () => changed({ user_id: randomUUID() })),
    texts: 2,
  },
])(
  'however many listen, $of is written $texts times at most, and each hears what is theirs',
  ({ changes, texts }) => {
    const batch = new NoticeBatch(moment, 'token', changes)
    for (const scope of listeners)
      expect(batch.textFor(scope, null)).toBe(new NoticeBatch(moment, 'token', changes).textFor(scope, null))
    expect(batch.textsWritten).toBeLessThanOrEqual(texts)
  },
)

test('an inbox is told to its person alone, who is one text more', () => {
  const batch = new NoticeBatch(moment, 'token', [changed({}), inbox])
  const scope = { role: 'owner', siteIds: null } as const
  for (let n = 0; n < 50; n += 1) batch.textFor({ ...scope, userId: randomUUID() }, null)
  expect(batch.textFor({ ...scope, userId: other }, null)).not.toContain(inbox.id)
  expect(batch.textFor({ ...scope, userId: null }, null)).not.toContain(inbox.id)
  expect(batch.textFor({ ...scope, userId: reader }, null)).toContain(inbox.id)
  expect(batch.textsWritten).toBe(2)
})

test('who has just come hears the text of all, and a text of their own only where they heard some of it', () => {
  const [early, late] = [changed({ xid: 100n }), changed({ xid: 150n })]
  const batch = new NoticeBatch(moment, 'token', [early, late])
  const scope = { role: 'owner', siteIds: null, userId: reader } as const
  for (let n = 0; n < 50; n += 1) batch.textFor(scope, snapshotOf('90:90:'))
  expect(batch.textsWritten).toBe(1)
  const heard = snapshotOf('120:120:')
  expect(sees(heard, early.xid)).toBe(true)
  expect(batch.textFor(scope, heard)).not.toContain(early.id)
  expect(batch.textFor(scope, heard)).toContain(late.id)
})
