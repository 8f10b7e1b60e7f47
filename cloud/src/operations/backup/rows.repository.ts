import type { Writable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { quoted, type TableShape } from './schema.repository.js'

const columnsOf = ({ columns }: Pick<TableShape, 'columns'>): string => columns.map(quoted).join(', ')

/** From here on the transaction reads as the application does: inside one organisation at a time. */
export async function readAsApplication(client: pg.ClientBase): Promise<void> {
  await client.query('set local role sightline_app')
}

/** From here on it reads as the owner, who sees what belongs to no organisation. */
export async function readAsOwner(client: pg.ClientBase): Promise<void> {
  await client.query('set local role none')
}

export async function setOrganisation(client: pg.ClientBase, orgId: string): Promise<void> {
  await client.query(`select set_config('app.org_id', $1, true)`, [orgId])
}

/**
 * The rows that the role of this moment sees, as COPY writes them. Read to the end before the next statement.
 * @param counted called with how many rows there were
 */
export async function* copyRowsOut(
  client: pg.ClientBase,
  table: TableShape,
  counted: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const stream = client.query(copyTo(`copy ${quoted(table.name)} (${columnsOf(table)}) to stdout`))
  for await (const chunk of stream) yield Buffer.from(chunk)
  counted(stream.rowCount)
}

/** Takes rows as COPY wrote them. `rows` says how many there were, once it has finished. */
export function copyRowsIn(
  client: pg.ClientBase,
  table: Pick<TableShape, 'name' | 'columns'>,
): { readonly sink: Writable; readonly rows: () => number } {
  const sink = client.query(copyFrom(`copy ${quoted(table.name)} (${columnsOf(table)}) from stdin`))
  return { sink, rows: () => sink.rowCount }
}

/** Ids of the keys that seal something in the organisation. The caller reads inside it. */
export async function listKeyIds(
  client: pg.ClientBase,
  sealedColumns: readonly { readonly table: string; readonly bytes: string; readonly keyId: string }[],
): Promise<string[]> {
  const each = sealedColumns.map(
    ({ table, bytes, keyId }) =>
      `select ${quoted(keyId)} as key_id from ${quoted(table)} where octet_length(${quoted(bytes)}) > 0`,
  )
  const { rows } = await client.query<{ key_id: string }>(each.join(' union '))
  return rows.map(({ key_id: id }) => id)
}

/** A medium whose bytes are stored. */
interface BackupMedium {
  readonly org_id: string
  readonly id: string
  readonly key: string
  readonly bytes: number
  readonly sha256: string
}

const mediaAtOnce = 500
const firstId = '00000000-0000-0000-0000-000000000000'

/** All media that are stored, of the organisations that the role of this moment sees. */
export async function* eachMedium(client: pg.ClientBase): AsyncGenerator<BackupMedium> {
  for (let after = { org_id: firstId, id: firstId }; ; ) {
    const { rows } = await client.query<BackupMedium>(
      `select org_id, id, key, bytes::int8 as bytes, sha256 from media
       where state = 'ready' and (org_id, id) > ($1, $2) order by org_id, id limit $3`,
      [after.org_id, after.id, mediaAtOnce],
    )
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = last
  }
}

/** Whether the medium is stored still, now and not at the time of the backup's snapshot. */
export async function isStillStored(
  client: pg.ClientBase,
  { org_id: orgId, id }: BackupMedium,
): Promise<boolean> {
  await client.query('begin')
  try {
    await readAsApplication(client)
    await setOrganisation(client, orgId)
    const { rowCount } = await client.query(
      `select 1 from media where org_id = $1 and id = $2 and state = 'ready'`,
      [orgId, id],
    )
    return rowCount === 1
  } finally {
    await client.query('rollback')
  }
}
