/** How the entries of a menu look. */
export const menuItem =
  'flex min-h-(--control) cursor-default items-center gap-[10px] rounded-2 px-[10px] outline-none data-highlighted:bg-surface-3'

/** How a menu looks. */
export const menuPopup =
  'max-h-[70dvh] min-w-[220px] overflow-y-auto rounded-3 bg-surface p-[6px] text-ink shadow-2 outline-none'
