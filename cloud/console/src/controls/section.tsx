import { type ReactNode, useId } from 'react'

/** A part of the page with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 rounded-3 border border-line bg-surface p-4">
      <h2 id={id} className="text-lg font-title">
        {title}
      </h2>
      {children}
    </section>
  )
}
