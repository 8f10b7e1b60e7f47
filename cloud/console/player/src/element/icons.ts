/** Outlines on a field of 24 by 24, drawn with a line of 1.75. */
const outlines = {
  play: ['M8 5.5v13l10.5-6.5z'],
  pause: ['M8.5 5.5v13', 'M15.5 5.5v13'],
  sound: ['M4 9.5v5h3.5L12 18V6L7.5 9.5z', 'M15.5 9a4.2 4.2 0 0 1 0 6', 'M18 6.5a7.8 7.8 0 0 1 0 11'],
  muted: ['M4 9.5v5h3.5L12 18V6L7.5 9.5z', 'M16 9.5l5 5', 'M21 9.5l-5 5'],
  picture: ['M4 8h3.5L9 5.8h6L16.5 8H20v10.5H4z', 'M12 16a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z'],
  small: ['M3.5 5.5h17v13h-17z', 'M12.5 12h6v4.5h-6z'],
  large: ['M4 9V4.5h4.5', 'M15.5 4.5H20V9', 'M20 15v4.5h-4.5', 'M8.5 19.5H4V15'],
  smaller: ['M8.5 4.5V9H4', 'M20 9h-4.5V4.5', 'M15.5 19.5V15H20', 'M4 15h4.5v4.5'],
  back: ['M14.5 6.5L9 12l5.5 5.5', 'M6 6.5v11'],
  on: ['M9.5 6.5L15 12l-5.5 5.5', 'M18 6.5v11'],
} as const

export type IconName = keyof typeof outlines

const svg = 'http://www.w3.org/2000/svg'

export function icon(name: IconName): SVGSVGElement {
  const drawn = document.createElementNS(svg, 'svg')
  drawn.setAttribute('viewBox', '0 0 24 24')
  drawn.setAttribute('aria-hidden', 'true')
  for (const outline of outlines[name]) {
    const path = document.createElementNS(svg, 'path')
    path.setAttribute('d', outline)
    drawn.append(path)
  }
  return drawn
}
