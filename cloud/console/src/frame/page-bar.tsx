import type { ReactNode } from 'react'
import { GoToButton } from './go-to-button.js'
import { InboxButton } from './inbox-button.js'
import { OwnButton } from './own-button.js'
import { SitePicker } from './site-picker.js'
import { useTitle } from './use-title.js'

interface PageBarProps {
  readonly title: string
  /** The way back, before the title. */
  readonly before?: ReactNode
  /** What stands beside the title: tabs, a search. */
  readonly beside?: ReactNode
  /** What can be done on the page, at the right. */
  readonly children?: ReactNode
}

/** The bar at the top of a page, with its one heading. */
export function PageBar({ title, before, beside, children }: PageBarProps) {
  useTitle(title)
  return (
    <header className="flex min-h-bar flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 max-wide:px-4 max-wide:py-[6px]">
      {before}
      <h1 className="truncate text-xl font-title tracking-(--tracking-title)">{title}</h1>
      {/* On phones below the title, in the whole width. */}
      <div className="flex min-w-0 max-wide:order-last max-wide:w-full max-wide:empty:hidden wide:flex-1">
        {beside}
      </div>
      <div className="flex-1 wide:hidden" />
      {children}
      <div className="flex wide:hidden">
        <GoToButton small />
        <SitePicker small />
        <InboxButton small />
        <OwnButton small />
      </div>
    </header>
  )
}
