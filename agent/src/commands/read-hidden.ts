import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { AgentError } from '../platform/errors.js'

/**
 * Asks at the terminal and shows nothing of what is typed.
 * @throws AgentError `usage` where there is no terminal
 */
export async function readHidden(prompt: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new AgentError('usage', 'there is no terminal to ask for the password', {
      hint: 'Use --password-stdin and pipe it in.',
    })
  process.stderr.write(prompt)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve)
      lines.once('SIGINT', () => reject(new AgentError('failed', 'cancelled')))
    })
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
