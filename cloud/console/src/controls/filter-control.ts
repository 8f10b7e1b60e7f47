/** How a field looks that leaves some of a list out; `data-on` while it does. */
export const filterControl =
  'h-control-small rounded-full border border-line-strong bg-transparent px-[10px] text-ink-2 max-wide:h-[44px] data-on:border-accent data-on:bg-accent-soft data-on:text-ink'
