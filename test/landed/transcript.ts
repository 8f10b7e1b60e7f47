import type { Frame, Said } from './said.js'

/** Sealed for a key that only the protocol's own example has, as in every example. */
const sealedExample =
  'eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSIsImVwayI6eyJ4IjoiQ2RRdTVIY0tDWVVuczFTSWN5dUJ6Nm9XZzUwUWRsMm1rQUctTHkxSXRTbyIsImNydiI6IlgyNTUxOSIsImt0eSI6Ik9LUCJ9fQ..jZXTWAx9rlptrM_z.UaIZeSr264sDHwjI7fs_AzYyTtu5yJJw6-exs3G6i5fK9PjyoyaoxGBMdreb7FehTlNtu5c0.9EWr7O36jx6pabPB8_0obw'

/**
 * A session as it is kept: up to the last frame after which nothing is open, with no sealed password and no signature of a
 * link in it.
 */
export function transcriptOf(session: readonly Said[]): Said[] {
  const end = session.findLastIndex((_, at) => isSettled(session.slice(0, at + 1)))
  return session.slice(0, end + 1).map(({ from, frame }) => ({ from, frame: withoutSecrets(frame) }))
}

/** Everything that is kept in an outbox is acknowledged, and every question answered. */
function isSettled(session: readonly Said[]): boolean {
  const isQuestion = ({ type, re }: Frame) => re === undefined && questions.includes(type)
  const open = session.filter(
    ({ frame }) => isQuestion(frame) && !session.some((one) => one.frame.re === frame.id),
  )
  const sent = Math.max(0, ...session.map(({ from, frame }) => (from === 'gateway' ? (frame.seq ?? 0) : 0)))
  const acknowledged = Math.max(0, ...session.map(({ frame }) => frame.ack ?? 0))
  return open.length === 0 && sent === acknowledged
}

const questions = ['probe', 'trigger', 'snapshot', 'ptz', 'discover', 'upload.begin', 'upload.complete']

function withoutSecrets(frame: Frame): Frame {
  const { body, ...head } = frame
  return {
    ...head,
    body: Object.fromEntries(Object.entries(body).map(([key, value]) => [key, clean(key, value)])),
  }
}

function clean(key: string, value: unknown): unknown {
  if (key === 'credentials' && typeof value === 'string') return sealedExample
  if (typeof value === 'string') return value.replace(/(?<=[?&]signature=)[^&]+/g, '4f7c1d')
  if (Array.isArray(value)) return value.map((one) => clean('', one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, clean(name, inner)]))
}
