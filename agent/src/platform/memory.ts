import { freemem, totalmem } from 'node:os'

/** What the system says of memory, bytes; a limit of 0, or one beyond the machine's memory, is none. */
interface MemoryReadings {
  readonly machineBytes: number
  readonly limitBytes: number
  readonly freeBytes: number
}

/** Memory of the machine, or of the container or service that this process is limited to; bytes. */
export interface MemoryFigures {
  readonly totalBytes: number
  readonly freeBytes: number
}

/** What this process may have: all that is reckoned as a share of memory asks here. */
export function readMemory(readings: MemoryReadings = systemMemory()): MemoryFigures {
  const { machineBytes, limitBytes, freeBytes } = readings
  const totalBytes = limitBytes > 0 ? Math.min(limitBytes, machineBytes) : machineBytes
  return { totalBytes, freeBytes: Math.min(freeBytes, totalBytes) }
}

function systemMemory(): MemoryReadings {
  return {
    machineBytes: totalmem(),
    limitBytes: process.constrainedMemory(),
    freeBytes: 'availableMemory' in process ? process.availableMemory() : freemem(),
  }
}
