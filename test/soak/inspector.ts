import { once } from 'node:events'
import { WebSocket } from 'ws'
import { z } from 'zod'

const Reply = z.object({
  id: z.number().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
})
const Evaluated = z.object({
  result: z.object({ value: z.unknown().optional(), objectId: z.string().optional() }),
  exceptionDetails: z.object({ text: z.string() }).loose().optional(),
})

interface Waiting {
  resolve(reply: z.infer<typeof Reply>): void
  reject(reason: Error): void
}

/**
 * The expression of a class by its module. Node 20.19 and later give an ECMAScript module that is loaded already to
 * `require` too: it is the very one that runs.
 * @param file of the module, absolute
 */
export function classIn(file: string, name: string): string {
  const [quoted, member] = [JSON.stringify(file), JSON.stringify(name)]
  return `process.getBuiltinModule('module').createRequire(${quoted})(${quoted})[${member}]`
}

/** What a Node process needs in its environment to be looked into: on loopback, at any free port. */
export const inspectable = { NODE_OPTIONS: '--inspect=127.0.0.1:0' } as const

/** Looks into a Node process by V8's own inspector, so that the process itself holds nothing for being measured. */
export class Inspector implements AsyncDisposable {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, Waiting>()
  #asked = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => {
      const reply = Reply.parse(JSON.parse(data.toString('utf8')))
      if (reply.id === undefined) return
      this.#waiting.get(reply.id)?.resolve(reply)
      this.#waiting.delete(reply.id)
    })
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values())
        reject(new Error('the process that was looked into is gone'))
    })
  }

  /** @param output of the process, which says where its inspector is. @throws Error if it does not */
  static async connect(output: string): Promise<Inspector> {
    const url = /Debugger listening on (ws:\/\/\S+)/.exec(output)?.[1]
    if (url === undefined) throw new Error('the process cannot be looked into')
    const socket = new WebSocket(url, { perMessageDeflate: false })
    await once(socket, 'open')
    return new Inspector(socket)
  }

  /** Frees whatever nobody holds. */
  async collectGarbage(): Promise<void> {
    await this.#ask('HeapProfiler.collectGarbage', {}, z.unknown())
  }

  /** The value of an expression there, as JSON. */
  async evaluate<T extends z.ZodType>(expression: string, schema: T): Promise<z.infer<T>> {
    const { result } = await this.#evaluated(expression, true)
    return schema.parse(result.value)
  }

  /**
   * How many objects of a class live there, after a collection.
   * @param constructor an expression whose value is the class
   */
  async countObjects(constructor: string): Promise<number> {
    const { result } = await this.#evaluated(`${constructor}.prototype`, false)
    const found = await this.#ask(
      'Runtime.queryObjects',
      { prototypeObjectId: result.objectId, objectGroup: 'count' },
      z.object({ objects: z.object({ objectId: z.string() }) }),
    )
    const length = await this.#ask(
      'Runtime.callFunctionOn',
      {
        objectId: found.objects.objectId,
        functionDeclaration: 'function () { return this.length }',
        returnByValue: true,
      },
      Evaluated,
    )
    await this.#ask('Runtime.releaseObjectGroup', { objectGroup: 'count' }, z.unknown())
    return z.number().parse(length.result.value)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close()
  }

  async #evaluated(expression: string, returnByValue: boolean): Promise<z.infer<typeof Evaluated>> {
    const question = { expression, returnByValue, objectGroup: 'count' }
    const answer = await this.#ask('Runtime.evaluate', question, Evaluated)
    if (answer.exceptionDetails !== undefined)
      throw new Error(`cannot evaluate ${expression}: ${JSON.stringify(answer.exceptionDetails)}`)
    return answer
  }

  async #ask<T extends z.ZodType>(method: string, params: object, schema: T): Promise<z.infer<T>> {
    this.#asked += 1
    const id = this.#asked
    const reply = new Promise<z.infer<typeof Reply>>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
    })
    this.#socket.send(JSON.stringify({ id, method, params }))
    const { result, error } = await reply
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return schema.parse(result)
  }
}
