import type { IncomingMessage } from 'node:http'

/**
 * Lines beyond which a head is refused. Node reads a thousand and leaves out the others without a word: one of those could say
 * where the body ends, and what follows it would be taken for a request.
 */
const mostLines = 500

const token = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/
const target = /^[\x21-\x7e\x80-\xff]+$/
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/

const upgradeFields: ReadonlySet<string> = new Set(['upgrade', 'http2-settings'])

type Head = Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'rawHeaders'>

/**
 * The head of a request as it came, byte by byte, but for what asks for another protocol on its connection: `Upgrade`,
 * `HTTP2-Settings`, and their names in `Connection`. All that says where its body ends is there, for whoever reads it again.
 * @returns null if that cannot be said for certain
 */
export function headWithoutUpgrade({ method = '', url = '', httpVersion, rawHeaders }: Head): Buffer | null {
  if (rawHeaders.length / 2 > mostLines || !token.test(method) || !target.test(url)) return null
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    if (!token.test(name) || !fieldValue.test(value)) return null
    const field = name.toLowerCase()
    if (upgradeFields.has(field)) continue
    const kept = field === 'connection' ? withoutUpgrade(value) : value
    if (kept !== null) lines.push(`${name}: ${kept}`)
  }
  // As Node read them: a character for each byte.
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

/** @returns null if nothing is left of it */
function withoutUpgrade(connection: string): string | null {
  const options = connection.split(',').map((option) => option.trim())
  const kept = options.filter((option) => option !== '' && !upgradeFields.has(option.toLowerCase()))
  return kept.length === 0 ? null : kept.join(', ')
}
