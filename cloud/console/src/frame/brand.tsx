/** The mark of Sightline: a field of view and the line out of it. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="block flex-none">
      <g fill="none" stroke="var(--accent)" strokeWidth="2.6" strokeLinecap="round">
        <path d="M24.6 11.2A10 10 0 1 0 24.6 20.8" />
        <path d="M16 16h13" />
      </g>
      <circle cx="16" cy="16" r="2.8" fill="var(--ink)" />
    </svg>
  )
}

/** The mark with the name. */
export function Brand() {
  return (
    <span className="flex items-center gap-[9px] text-lg font-title tracking-[-0.02em]">
      <Mark />
      Sightline
    </span>
  )
}
