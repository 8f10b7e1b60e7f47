import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root, from the sources and from the built files alike. */
export const repositoryRoot = path.resolve(
  fileURLToPath(new URL('.', import.meta.url)),
  import.meta.url.includes('/test/dist/') ? '../../..' : '../..',
)

export interface ProgramOptions {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Written to its standard input, which is then closed. */
  readonly input?: string
  /** It starts processes of its own: a power cut ends those with it. */
  readonly family?: boolean
  /** What runs it: Node, unless it is a script of the checkout that npm runs. The process is npm's then. */
  readonly runner?: 'npm'
  /** The checkout whose program it is; this one by default. */
  readonly root?: string
}

/** How a program ended. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A built program of the repository, run as its user would run it: a process of its own. */
export class Program implements AsyncDisposable {
  readonly ended: Promise<Ending>
  readonly #child: ChildProcess
  readonly #family: boolean
  #output = ''
  #ending: Ending | null = null

  /** @param file from the repository's root, such as `cloud/dist/main.js`, or the name of the script */
  constructor(file: string, options: ProgramOptions = {}) {
    const root = options.root ?? repositoryRoot
    const [command, asked] =
      options.runner === 'npm' ? ['npm', ['run', file, '--']] : [process.execPath, [path.join(root, file)]]
    this.#child = spawn(command, [...asked, ...(options.args ?? [])], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      // The leader of a group of its own.
      detached: options.family ?? false,
    })
    this.#family = options.family ?? false
    const keep = (chunk: Buffer) => {
      this.#output += chunk.toString('utf8')
    }
    this.#child.stdout?.on('data', keep)
    this.#child.stderr?.on('data', keep)
    this.#child.stdin?.on('error', () => undefined)
    this.#child.stdin?.end(options.input ?? '')
    this.ended = new Promise((resolve, reject) => {
      this.#child.on('error', reject)
      this.#child.on('close', (code, signal) => {
        this.#ending = { code, signal }
        resolve(this.#ending)
      })
    })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Everything that it wrote so far, standard output and error in one. */
  get output(): string {
    return this.#output
  }

  /** How it ended, or null while it runs. */
  get ending(): Ending | null {
    return this.#ending
  }

  /** Sends the signal and resolves once the process is gone. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ending> {
    if (!this.#ending) this.#child.kill(signal)
    return this.ended
  }

  /** As a power cut: SIGKILL. */
  kill(): Promise<Ending> {
    if (this.#family && !this.#ending) process.kill(-this.pid, 'SIGKILL')
    return this.end('SIGKILL')
  }

  /** Ends in order, or by force if that takes longer than 20 s. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ending) return
    const force = setTimeout(() => void this.kill(), 20_000)
    await this.end()
    clearTimeout(force)
  }
}

/** Runs a program to its end. */
export async function runProgram(
  file: string,
  options: ProgramOptions = {},
): Promise<Ending & { readonly output: string }> {
  const program = new Program(file, options)
  const ending = await program.ended
  return { ...ending, output: program.output }
}
