import type { ReactNode } from 'react'

interface FigureProps {
  readonly label: string
  readonly value: ReactNode
  /** Of what, or since when. */
  readonly hint?: string | undefined
  readonly children?: ReactNode
}

/** A number that is to be read at a glance, with what it counts. */
export function Figure({ label, value, hint, children }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col gap-[3px] rounded-3 border border-line bg-surface px-4 py-3">
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="flex flex-col gap-[3px]">
        <span className="text-xl font-title tracking-(--tracking-title)">{value}</span>
        {hint !== undefined && <span className="text-xs text-ink-3">{hint}</span>}
        {children}
      </dd>
    </div>
  )
}

/** Such numbers side by side: two in a row on phones, four where there is room. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 desk:grid-cols-4">{children}</dl>
}
