import type { CameraModel, ChosenModel, ModelOutcome, NoModel } from './outcome.js'
import type { ModelQuestion } from './question.js'

/** The models that organisations may ask, whichever provider has them. */
export interface Models extends AsyncDisposable {
  /** The camera's choice over the organisation's over the operator's, or why there is none. */
  choose(orgId: string, camera?: CameraModel): Promise<ChosenModel | NoModel>
  /**
   * Asks one question, with at most one repair of the answer. Waits for a free place, fairly among organisations.
   * Never throws for what the provider does; hold no transaction or pooled client while it runs.
   */
  ask<T>(
    orgId: string,
    chosen: ChosenModel,
    question: ModelQuestion<T>,
    signal: AbortSignal,
  ): Promise<ModelOutcome<T>>
  /** What goes on now on this node, for metrics. */
  readonly figures: {
    /** Requests under way. */
    running(): number
    /** Questions that wait for a place. */
    waiting(): number
    /** Endpoints that are left alone after many failures, counted by organisation. */
    paused(): number
  }
}
