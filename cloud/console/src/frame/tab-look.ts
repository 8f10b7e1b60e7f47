/** How a tab at the foot of a phone looks. */
export const tabLook =
  'relative flex min-h-[44px] flex-col items-center justify-center gap-[3px] rounded-2 text-2xs font-strong text-ink-3 aria-[current=page]:text-ink [&[aria-current=page]_svg]:text-accent'
