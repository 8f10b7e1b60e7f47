import { expect, test } from 'vitest'
import { otherScript } from './other-script.js'

const pageWith = (script: string) =>
  `<script src="/assets/before-paint-1.js"></script><script type="module" crossorigin src="${script}"></script>`

test('a page that begins by another script is of another release', () => {
  expect(otherScript(pageWith('/assets/index-2.js'), '/assets/index-1.js')).toBe('/assets/index-2.js')
  expect(otherScript(pageWith('/assets/index-1.js'), '/assets/index-1.js')).toBeNull()
})

test.each(['', '<html><body>Sign in to the network</body></html>', '{"error":{}}'])(
  'what is no page of the console says nothing: %s',
  (page) => expect(otherScript(page, '/assets/index-1.js')).toBeNull(),
)
