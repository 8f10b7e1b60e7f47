/** Whether the whole screen is this element's. */
export const isFullscreen = (element: Element): boolean => document.fullscreenElement === element

export function toggleFullscreen(element: Element): void {
  const done = isFullscreen(element) ? document.exitFullscreen() : element.requestFullscreen()
  done.catch(() => undefined)
}
