import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { AgentError } from '../platform/errors.js'
import { pageWidth } from './table.js'

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
    // The terminal shows what is typed until a line is read from it: only then may the question invite somebody to.
    const typed = readTyped('', new Writable({ write: (_chunk, _encoding, done) => done() }))
    process.stderr.write(question)
    try {
      return await typed
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

/** Below this many characters a line says nothing any more. */
const narrowest = 40

/** Characters that a line of tables and lists may have: what the terminal of standard output shows, or a page. */
export function widthOfPage(columns: number | undefined = process.stdout.columns): number {
  return columns === undefined ? pageWidth : Math.min(pageWidth, Math.max(narrowest, columns))
}

/** As `widthOfPage`, for sentences: programs that read them get each in one line. */
export function widthOfSentences(columns: number | undefined): number {
  return columns === undefined ? Number.POSITIVE_INFINITY : widthOfPage(columns)
}

/** The first line of standard input, without its end; empty if there is none. */
export async function firstLineOfInput(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}
