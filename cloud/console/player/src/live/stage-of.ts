import { CanvasStage } from '../decode/canvas-stage.js'
import type { Stage, StageEvents } from '../decode/stage.js'
import { mseModule } from '../mse/load-mse.js'

/** @throws Error for Media Source Extensions that were not loaded */
export function stageOf(kind: Stage['kind'], events: StageEvents): Stage {
  if (kind === 'canvas') return new CanvasStage(events)
  const mse = mseModule()
  if (!mse) throw new Error('Media Source Extensions were not loaded')
  return new mse.MseStage(events)
}
