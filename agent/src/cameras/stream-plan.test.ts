import type { CameraSet, StreamRole } from '@sightline/protocol'
import { expect, test } from 'vitest'
import { planStreams } from './stream-plan.js'

test.each<[CameraSet['stream_mode'], StreamRole, StreamRole, boolean, StreamRole, StreamRole, boolean]>([
  // mode, recording_stream, detection_stream, has a sub stream -> recorded, detected, missing
  ['single', 'main', 'sub', true, 'main', 'main', false],
  ['single', 'sub', 'main', true, 'sub', 'sub', false],
  ['single', 'main', 'sub', false, 'main', 'main', false],
  ['single', 'sub', 'sub', false, 'main', 'main', true],
  ['dual', 'main', 'sub', true, 'main', 'sub', false],
  ['dual', 'sub', 'main', true, 'sub', 'main', false],
  ['dual', 'main', 'main', true, 'main', 'main', false],
  ['dual', 'main', 'sub', false, 'main', 'main', true],
  ['dual', 'sub', 'main', false, 'main', 'main', true],
])(
  '%s, recording %s, detection %s, sub stream %s: records %s, detects in %s, missing %s',
  (stream_mode, recording_stream, detection_stream, hasSub, recording, detection, isSubMissing) => {
    const plan = planStreams({ stream_mode, recording_stream, detection_stream }, hasSub)
    expect(plan).toEqual({ recording, detection, isSubMissing })
  },
)
