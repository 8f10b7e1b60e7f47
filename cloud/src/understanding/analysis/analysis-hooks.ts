import type { Tx } from '../../platform/database/handles.js'

/** What the areas above do when an analysis ended, inside the transaction that stores its end. */
export interface AnalysisHooks {
  /**
   * The analysis of an event that is not deleted ended, however it did.
   * @param version of the analysis: 1, 2, …
   */
  onAnalysed(tx: Tx, orgId: string, eventId: string, version: number): Promise<void>
}
