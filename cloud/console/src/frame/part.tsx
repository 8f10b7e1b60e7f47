import { Component, type ReactNode, Suspense } from 'react'
import { isMissingScript, withRelease } from './missing-script.js'

interface PartProps {
  readonly children: ReactNode
  /** Until its script is there. */
  readonly waiting?: ReactNode
  /** In place of it where it broke, or where its script did not come; nothing else of the page is touched. */
  readonly broken?: ReactNode
  readonly onBroken?: () => void
}

/** A part of the page that comes with its own script, and takes nothing else with it when it breaks. */
export class Part extends Component<PartProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onBroken?.()
    if (isMissingScript(error)) withRelease(({ replaceOldPage }) => replaceOldPage(true))
  }

  override render(): ReactNode {
    const { children, waiting = null, broken = null } = this.props
    return this.state.isBroken ? broken : <Suspense fallback={waiting}>{children}</Suspense>
  }
}
