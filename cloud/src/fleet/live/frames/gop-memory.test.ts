import { expect, it } from 'vitest'
import { keyframe, takenFrame } from './frames.fixture.js'
import { GopMemory } from './gop-memory.js'
import { NodeMemory } from './node-memory.js'

const size = keyframe().message.length

const memoryOf = (node: NodeMemory, { orgId = 'org', mostBytes = 1e6 } = {}) =>
  new GopMemory(node, { orgId, mostBytes })

/** Adds a keyframe and so many pictures behind it. */
function fill(memory: GopMemory, pictures: number): void {
  memory.add(keyframe())
  for (let index = 0; index < pictures; index += 1) memory.add(takenFrame())
}

it('keeps pictures from the newest keyframe on, and no sound', () => {
  const memory = memoryOf(new NodeMemory(1e6))
  memory.add(takenFrame())
  expect(memory.frames).toEqual([])
  const [first, second, newer] = [keyframe(), takenFrame(), keyframe()]
  memory.add(first)
  memory.add(takenFrame({ kind: 'audio', keyframe: true }))
  memory.add(second)
  expect(memory.frames).toEqual([first, second])
  memory.add(newer)
  expect([memory.frames, memory.isWhole]).toEqual([[newer], true])
})

it('keeps the keyframe alone of a GOP that is too long, until the next', () => {
  const node = new NodeMemory(1e6)
  const memory = memoryOf(node, { mostBytes: 3 * size })
  const first = keyframe()
  memory.add(first)
  for (let index = 0; index < 5; index += 1) memory.add(takenFrame())
  expect([memory.frames, memory.isWhole, node.used]).toEqual([[first], false, size])
  memory.add(keyframe())
  memory.add(takenFrame())
  expect([memory.frames.length, memory.isWhole, node.used]).toEqual([2, true, 2 * size])
})

it('shares the memory of the node: a keyframe always has room, the rest only while there is', () => {
  const node = new NodeMemory(3 * size)
  const [one, other] = [memoryOf(node), memoryOf(node)]
  one.add(keyframe())
  one.add(takenFrame())
  other.add(keyframe())
  other.add(takenFrame())
  expect([one.isWhole, other.isWhole, other.frames.length]).toEqual([true, false, 1])
  one.clear()
  other.add(keyframe())
  other.add(takenFrame())
  expect(other.isWhole).toBe(true)
  other.clear()
  expect(node.used).toBe(0)
})

it('of an organisation that holds more than another gives way to that one, its largest stream first', () => {
  const node = new NodeMemory(10 * size)
  const greedy = [2, 4, 1].map((pictures) => {
    const memory = memoryOf(node, { orgId: 'greedy' })
    fill(memory, pictures)
    return memory
  })
  expect(node.used).toBe(10 * size)
  const other = memoryOf(node, { orgId: 'other' })
  fill(other, 3)
  expect(greedy.map(({ isWhole }) => isWhole)).toEqual([true, false, true])
  expect([other.isWhole, other.frames.length]).toEqual([true, 4])
  expect(node.used).toBeLessThanOrEqual(10 * size)
})

it('is not taken from each other in turn by two that hold about the same', () => {
  const node = new NodeMemory(8 * size)
  const [one, two] = [memoryOf(node, { orgId: 'one' }), memoryOf(node, { orgId: 'two' })]
  fill(one, 3)
  fill(two, 3)
  two.add(takenFrame())
  expect([one.isWhole, one.frames.length, two.isWhole]).toEqual([true, 4, false])
  one.clear()
  two.clear()
  expect(node.used).toBe(0)
})
