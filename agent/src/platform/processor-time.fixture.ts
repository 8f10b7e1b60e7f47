/**
 * How long this process kept processors busy with `work`, ms. Unlike the time of day it does not grow while the machine
 * does something else, so that a test may bound it.
 */
export async function processorMs(work: () => void | Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
