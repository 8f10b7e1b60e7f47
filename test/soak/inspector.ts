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

/** Runs in the process that is looked into: how many of an array of objects there are of each class. */
const countByConstructor = `function () {
  const counts = {}
  for (const object of this) {
    const prototype = Object.getPrototypeOf(object)
    const made = prototype && Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value
    const name = typeof made === 'function' && Object.getOwnPropertyDescriptor(made, 'name')?.value
    if (typeof name === 'string') counts[name] = (Object.hasOwn(counts, name) ? counts[name] : 0) + 1
  }
  return counts
}`

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
   * @param constructor an expression whose value is the class, a global one
   */
  countObjects(constructor: string): Promise<number> {
    return this.#lookAtObjects(constructor, 'function () { return this.length }', z.number())
  }

  /**
   * How many objects of each class live there, after a collection, by the names of their classes: modules that became one file cannot be
   * asked for what they hold. Those that two modules name alike are counted together. The process stands still meanwhile.
   */
  async countByClass(): Promise<ReadonlyMap<string, number>> {
    const counts = await this.#lookAtObjects('Object', countByConstructor, z.record(z.string(), z.number()))
    const objects = new Map<string, number>()
    for (const [name, count] of Object.entries(counts)) {
      // What makes one file of modules puts a number behind a name that is taken.
      const written = name.replace(/\$\d+$/, '')
      objects.set(written, (objects.get(written) ?? 0) + count)
    }
    return objects
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close()
  }

  /** What a function there says of an array of all objects of a class, its `this`. */
  async #lookAtObjects<T extends z.ZodType>(
    constructor: string,
    functionDeclaration: string,
    schema: T,
  ): Promise<z.infer<T>> {
    const { result } = await this.#evaluated(`${constructor}.prototype`, false)
    const found = await this.#ask(
      'Runtime.queryObjects',
      { prototypeObjectId: result.objectId, objectGroup: 'count' },
      z.object({ objects: z.object({ objectId: z.string() }) }),
    )
    const { objectId } = found.objects
    const question = { objectId, functionDeclaration, returnByValue: true }
    const said = await this.#ask('Runtime.callFunctionOn', question, Evaluated)
    await this.#ask('Runtime.releaseObjectGroup', { objectGroup: 'count' }, z.unknown())
    return schema.parse(said.result.value)
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
