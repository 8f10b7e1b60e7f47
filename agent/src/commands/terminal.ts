import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { AgentError } from '../platform/errors.js'

/** The person in front of the command, if there is one. Questions go to standard error: standard output is the answer. */
export interface Terminal {
  /** Whether somebody can be asked. */
  readonly isThere: boolean
  ask(question: string): Promise<string>
  /** Shows nothing of what is typed. */
  askHidden(question: string): Promise<string>
}

/**
 * The terminal of this process.
 * @throws AgentError `usage` from both questions where there is none, `failed` if the person cancels
 */
export const processTerminal: Terminal = {
  get isThere() {
    return process.stdin.isTTY
  },
  ask: (question) => readTyped(question, process.stderr),
  askHidden: async (question) => {
    process.stderr.write(question)
    try {
      return await readTyped('', new Writable({ write: (_chunk, _encoding, done) => done() }))
    } finally {
      process.stderr.write('\n')
    }
  },
}

async function readTyped(question: string, echo: NodeJS.WritableStream): Promise<string> {
  if (!process.stdin.isTTY)
    throw new AgentError('usage', 'there is no terminal to ask at', {
      hint: 'Name the account with --username, and pipe its password in with --password-stdin.',
    })
  const lines = createInterface({ input: process.stdin, output: echo, terminal: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.question(question, resolve)
      lines.once('SIGINT', () => reject(new AgentError('failed', 'cancelled')))
      lines.once('close', () => reject(new AgentError('failed', 'cancelled')))
    })
  } finally {
    lines.close()
  }
}

/** The first line of standard input, without its end; empty if there is none. */
export async function firstLineOfInput(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}
