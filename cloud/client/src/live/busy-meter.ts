/** What waited less than that, ms, waited no longer than it may: the service leaves pictures out once one is half a second old. */
const leastMs = 250
/** Seconds in which something waited are remembered for that long: the service judges by ten. */
const rememberedSec = 12
/** So many of them are no accident. */
const mostSeconds = 2

/** Whether something had to wait for this browser again and again of late. */
export class BusyMeter {
  #seconds: readonly number[] = []

  /** Something waited for so long, until now. */
  waited(ms: number, nowMs: number): void {
    const second = Math.floor(nowMs / 1000)
    if (ms < leastMs || this.#seconds.includes(second)) return
    this.#seconds = [...this.#since(nowMs), second]
  }

  isBusy(nowMs: number): boolean {
    return this.#since(nowMs).length >= mostSeconds
  }

  #since(nowMs: number): readonly number[] {
    return this.#seconds.filter((second) => second > nowMs / 1000 - rememberedSec)
  }
}
