import { endOfHead, isDescription } from './message-bounds.js'
import { header, type RtspResponse, readHead } from './rtsp-message.js'

/**
 * The answer that begins these bytes, taken for what it is though its body is not all there.
 * @returns null where it is no answer, or needs the rest
 */
export function settledAnswer(
  data: Buffer,
): { readonly response: RtspResponse; readonly head: string } | null {
  const bodyAt = endOfHead(data, 0, data.length)
  const text = bodyAt === -1 ? '' : data.toString('utf8', 0, bodyAt)
  const head = readHead(text.trimEnd())
  if (head === null || head.start.kind === 'request') return null
  const body = data.toString('utf8', bodyAt)
  const { status } = head.start
  // Without a length it is as long as it is.
  const isDelimited = header(head.headers, 'content-length') !== null
  if (status === 200 && isDelimited && !isDescription(body)) return null
  return { response: { status, headers: head.headers, body }, head: text }
}
