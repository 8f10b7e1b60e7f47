/**
 * What the next piece begins with. A page may hold the status line of its answer, but no header behind that; and no text has
 * such bytes behind a dollar, as a frame has.
 */
const begin = String.raw`(?:[A-Z][A-Z_]{2,31} \S{1,500} RTSP/\d\.\d|RTSP/\d\.\d {1,8}\d{3}[^\r\n<]{0,80})\r?\n[\w-]+ *:|\$[\x00-\x08]`
const beginsHere = new RegExp(`^(?:\\r?\\n)*(?:${begin})`)
const beginsSomewhere = new RegExp(begin)
/** The end of what has come, where it may be the begin of such. */
const mayBegin = /(?:R(?:T(?:S(?:P(?:\/[^\r\n<]{0,80}(?:\r?\n?[\w-]{0,40} ?)?)?)?)?)?|\$)$/

/**
 * What may still come of a body after its answer was taken for whole without it: cameras write the rest of a page after a
 * pause, and some announce more than they send. It ends where it should, or where the next piece begins.
 */
export class RestOfBody {
  #bytes = 0

  /** So many bytes were announced and have not come. */
  announce(bytes: number): void {
    this.#bytes = bytes
  }

  /** @returns how many of these bytes belong to it, 0 where more has to come to tell; null where it is over */
  pass(data: Buffer, at: number, end: number): number | null {
    if (this.#bytes === 0) return null
    const text = data.toString('latin1', at, end)
    const rest = text.slice(this.#bytes)
    const isAllThere = text.length >= this.#bytes
    if (isAllThere && (rest === '' || beginsHere.test(rest))) return this.#end(this.#bytes)
    const piece = beginsSomewhere.exec(text)?.index ?? Infinity
    if (piece <= this.#bytes) return this.#end(piece)
    if (isAllThere) return this.#end(this.#bytes)
    const passed = text.length - (mayBegin.exec(text)?.[0].length ?? 0)
    this.#bytes -= passed
    return passed
  }

  #end(passed: number): number | null {
    this.#bytes = 0
    return passed === 0 ? null : passed
  }
}
