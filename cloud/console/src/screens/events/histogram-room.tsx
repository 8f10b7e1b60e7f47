/** As high as the histogram, so that the list does not move when it comes. */
export function HistogramRoom() {
  return <div className="h-[65px] flex-none max-wide:hidden" />
}
