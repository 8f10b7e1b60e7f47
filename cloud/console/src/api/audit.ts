import { type components, valueOf } from '@sightline/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { textAt } from '../session/session-user.js'
import { api } from './api.js'

/** One deed, as it was recorded when it was done. */
export type AuditEntry = components['schemas']['AuditEntry']

/** Which deeds are meant; all that is given must hold. Days are those of the organisation's zone. */
export interface AuditFilter {
  readonly actor_id?: string
  readonly actor_kind?: AuditEntry['actor']['kind']
  readonly action?: string
  readonly target_kind?: string
  readonly target_id?: string
  readonly date_from?: string
  readonly date_to?: string
}

function readPage(filter: AuditFilter, cursor: string | null, limit: number) {
  const query = { ...filter, limit, ...(cursor !== null && { cursor }) }
  return valueOf(api.GET('/api/v1/audit-log', { params: { query } }))
}

/** What was done, newest first, page by page. */
export const useAudit = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: ['audit', filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => readPage(filter, pageParam, 50),
    getNextPageParam: (page) => page.next_cursor,
  })

/** All that was done, newest first, one by one as the service sends it. @throws FailedCall */
export async function* readAudit(filter: AuditFilter): AsyncGenerator<AuditEntry, void> {
  const lines = await valueOf(
    api.GET('/api/v1/audit-log/export', {
      params: { query: { ...filter, format: 'jsonl' } },
      parseAs: 'stream' as const,
    }),
  )
  if (lines === null) return
  for await (const line of linesOf(lines)) {
    const entry: unknown = JSON.parse(line)
    if (!isEntry(entry)) throw new Error('a line of the audit that is no entry')
    yield entry
  }
}

const isEntry = (entry: unknown): entry is AuditEntry => textAt(entry, 'action') !== null

/** The lines of a text, as it arrives. */
async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    const lines = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (done) break
  }
  if (rest !== '') yield rest
}
