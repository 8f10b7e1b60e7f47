import { setFlagsFromString } from 'node:v8'

/**
 * By how many percent the heap, the bytes of pictures beside it included, may grow between two collections of all
 * that is old.
 */
const growingPercent = 100

/**
 * Lets V8 collect less often what is old: to be called once, as a process that receives cameras begins.
 *
 * The program's code and what it knows are some 30 MB that never become garbage, and packets live for seconds, so that
 * V8 counts them as old. By itself it goes through all of it after every 8 MB of packets, which with ten cameras of
 * 4 Mbit/s is each two seconds, and more than half of all that receiving them costs. Some megabytes more of garbage
 * buy most of it back (docs/performance.md).
 */
export function tuneGarbageCollector(): void {
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`)
}
