export { aiUsage, usageOfEvent } from './ai-usage.js'
export { chooseModelFor, createModels } from './create-models.js'
export { fenced, fenceRule } from './fence.js'
export { isLeaky, type Secrets, secretsOf, withoutEchoes, withoutMarks } from './leaks.js'
export type { Models } from './models.js'
export {
  type CameraModel,
  type ChosenModel,
  type ModelAnswered,
  type ModelFailed,
  type ModelFault,
  type ModelOutcome,
  type ModelProvider,
  type ModelUsage,
  modelFaults,
  modelProviders,
  type NoModel,
} from './outcome.js'
export { printable } from './printable.js'
export { type ModelPicture, type ModelPurpose, type ModelQuestion, modelPurposes } from './question.js'
export { shownUsage } from './shown-usage.js'
export { type Tried, tryOperatorModel } from './try-model.js'
