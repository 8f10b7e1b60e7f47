import { expect, it } from 'vitest'
import { keyframe, takenFrame } from './frames.fixture.js'
import { GopMemory, NodeMemory } from './gop-memory.js'

const size = keyframe().message.length

it('keeps pictures from the newest keyframe on, and no sound', () => {
  const memory = new GopMemory(new NodeMemory(1e6), 1e6)
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
  const memory = new GopMemory(node, 3 * size)
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
  const [one, other] = [new GopMemory(node, 1e6), new GopMemory(node, 1e6)]
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
