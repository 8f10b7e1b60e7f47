/** `address`: refused before a byte was sent; `connect`: no connection; `answer`: sent, but no answer. */
export type FailedStage = 'address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'answer'

/** An address that users named was not called, or gave no answer. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure'
  readonly stage: FailedStage

  constructor(stage: FailedStage, reason: string, options: { cause?: unknown } = {}) {
    super(reason, options)
    this.stage = stage
  }
}
